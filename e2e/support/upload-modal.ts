import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { UPLOAD_OFFSET_HEADER } from '@vault/contract';
import type { Contents } from './vault-api.ts';
import { filesTab } from './files-tab.ts';

/** The upload modal as a person sees it. */
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
    /** the result of the batch, and the way to another try */
    summary: dialog.getByRole('status').last(),
    confirmation: page.getByRole('dialog', { name: 'Confirm Cancel' }),
    background: page.getByRole('region', { name: 'Uploads in the background' }),
  };
}
export type UploadModal = ReturnType<typeof uploadModal>;

/** Opens the modal for the folder that is open. */
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
    await expect(modal.status(name), name).toHaveText(status, { timeout: 30_000 });
  }
}

/** What of an upload a file input takes, without a file on the disk. */
export function inMemory(contents: Contents) {
  return Object.entries(contents).map(([name, content]) => ({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(content),
  }));
}

/** Writes files into a folder of the disk, with their folders. */
export async function writeFiles(folder: string, contents: Contents): Promise<string> {
  for (const [path, content] of Object.entries(contents)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  return folder;
}

/** Drags files and folders of the disk over the middle of an element, and drops them there, as a person does. */
export async function drag(page: Page, paths: string[]) {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  const send = (type: 'dragEnter' | 'dragOver' | 'drop', { x, y }: { x: number; y: number }) =>
    session.send('Input.dispatchDragEvent', { type, x, y, data });
  return {
    over: async (place: { x: number; y: number }) => {
      await send('dragEnter', place);
      await send('dragOver', place);
    },
    drop: (place: { x: number; y: number }) => send('drop', place),
  };
}

/** The addresses of the pipeline's calls, to hold them up or to cut them off. */
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

/** Where the pieces of large files begin that the page sends from now on (C53), in bytes, in their order. */
export function pieceStarts(page: Page): number[] {
  const starts: number[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'PATCH') return;
    starts.push(Number(request.headers()[UPLOAD_OFFSET_HEADER.toLowerCase()]));
  });
  return starts;
}

/** The calls of the upload pipeline (C17 … C20) that the page makes from now on, in their order. */
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
