import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { UPLOAD_OFFSET_HEADER } from '@vault/contract';
import type { Contents } from './vault-api.ts';
import { filesTab } from './files-tab.ts';

/** Locators of the upload modal. */
export function uploadModal(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Upload', exact: true });
  const list = dialog.getByRole('list', { name: 'Uploads' });
  const row = (name: string) =>
    list.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
  return {
    dialog,
    list,
    row,
    status: (name: string) => row(name).locator('[data-status]'),
    retry: (name: string) => row(name).getByRole('button', { name: `Retry ${name}`, exact: true }),
    cancel: (name: string) => row(name).getByRole('button', { name: `Cancel ${name}`, exact: true }),
    expand: (name: string) => row(name).getByRole('button', { name: `Files of ${name}`, exact: true }),
    files: dialog.getByLabel('Files to upload'),
    folder: dialog.getByLabel('Folder to upload'),
    close: dialog.getByRole('button', { name: 'Cancel', exact: true }),
    finish: dialog.getByRole('button', { name: 'Finish Upload' }),
    /** the result of the batch */
    summary: dialog.getByRole('status').last(),
    confirmation: page.getByRole('dialog', { name: 'Confirm Cancel' }),
    background: page.getByRole('region', { name: 'Uploads in the background' }),
  };
}
export type UploadModal = ReturnType<typeof uploadModal>;

/** Opens the modal for the open folder. */
export async function openUpload(page: Page): Promise<UploadModal> {
  await filesTab(page).tool('Upload').click();
  const modal = uploadModal(page);
  await expect(modal.dialog).toBeVisible();
  return modal;
}

/** Waits until each of these rows has its status. */
export async function expectStatuses(page: Page, statuses: Record<string, string>): Promise<void> {
  const modal = uploadModal(page);
  for (const [name, status] of Object.entries(statuses)) {
    await expect(modal.status(name), name).toHaveText(status);
  }
}

/** Returns files for a file input that do not exist on the disk. */
export function inMemory(contents: Contents) {
  return Object.entries(contents).map(([name, content]) => ({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(content),
  }));
}

/** Writes files into a folder of the disk, and creates their folders. @returns the folder */
export async function writeFiles(folder: string, contents: Contents): Promise<string> {
  for (const [path, content] of Object.entries(contents)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  return folder;
}

/** Starts a drag of files and folders of the disk. @returns functions that move it over a point and drop it */
export async function drag(page: Page, paths: string[]) {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  const send = (type: 'dragEnter' | 'dragOver' | 'drop', { x, y }: { x: number; y: number }) =>
    session.send('Input.dispatchDragEvent', { type, x, y, data });
  return {
    over: async (point: { x: number; y: number }) => {
      await send('dragEnter', point);
      await send('dragOver', point);
    },
    drop: (point: { x: number; y: number }) => send('drop', point),
  };
}

/** URL patterns of the pipeline's calls for one item, to hold or to fail them. */
export const PIPELINE = {
  address: '**/file-system/upload/pre?**',
  bytes: '**/file-system/upload/bytes/**',
  scan: '**/api/v2/scan?**',
  transfer: '**/file-system/upload',
};

/** One call of the pipeline as the browser sent it. */
export interface PipelineCall {
  stage: keyof typeof PIPELINE;
  headers: Record<string, string>;
  body: unknown;
}

/** Collects the offsets in bytes of the chunks of large files (C53) that the page sends, in order. */
export function chunkStarts(page: Page): number[] {
  const starts: number[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'PATCH') return;
    starts.push(Number(request.headers()[UPLOAD_OFFSET_HEADER.toLowerCase()]));
  });
  return starts;
}

/** Collects the calls of the upload pipeline (C17 … C20) that the page makes, in order. */
export function pipelineCalls(page: Page): PipelineCall[] {
  const calls: PipelineCall[] = [];
  page.on('request', (request) => {
    const stage = stageOf(request.method(), new URL(request.url()).pathname);
    if (stage === null) return;
    const body: unknown = stage === 'transfer' ? request.postDataJSON() : null;
    calls.push({ stage, headers: request.headers(), body });
  });
  return calls;
}

function stageOf(method: string, path: string): PipelineCall['stage'] | null {
  if (method === 'PUT') return 'bytes';
  if (path.endsWith('/upload/pre')) return 'address';
  if (path.endsWith('/api/v2/scan')) return 'scan';
  return path.endsWith('/file-system/upload') ? 'transfer' : null;
}
