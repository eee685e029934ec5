import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { contract, type ScanItem } from '@vault/contract';
import { sql } from 'kysely';
import { sweepReleased } from '../blobs/index.ts';
import { RECORDS } from './accounts.ts';
import type { TestApp } from './app.ts';
import type { Client } from './client.ts';

const { upload, tree, files, download } = contract;

/** The id of a record's folder by its path; '' is the root. */
export async function folderId(client: Client, path = '', recordId: string = RECORDS.acme): Promise<string> {
  const { folderTree, rootFolderSfid } = await client.data(tree.folders, { params: { recordId } });
  let id = rootFolderSfid;
  let level = folderTree;
  for (const name of path === '' ? [] : path.split('/')) {
    const folder = level.find((one) => one.name === name);
    if (folder === undefined) throw new Error(`there is no folder ${path}`);
    id = folder.sfid;
    level = folder.children;
  }
  return id;
}

export const newUid = () => `u-${randomUUID()}`;

/** C17: prepares an upload. @returns the upload address */
export const prepare = (client: Client, uid: string, name: string): Promise<string> =>
  client.data(upload.prepare, { query: { fileName: uid }, body: { RelFileName: name } });

/** C18, as a browser or a plain HTTP client calls it: without a token. */
export async function put(address: string, bytes: Uint8Array | string, init: RequestInit = {}) {
  const response = await fetch(address, { method: 'PUT', body: Buffer.from(bytes), ...init });
  return { status: response.status, body: await response.json() };
}

/** C19: scans an upload. @returns the items of the scan */
export const scan = (client: Client, uid: string, isFolder = false): Promise<ScanItem[]> =>
  client.data(upload.scan, { query: { key: uid, isFolder: isFolder ? 'true' : 'false' } });

/**
 * C20 into a folder of a record.
 * @returns the codes in the order of the keys
 */
export async function transfer(client: Client, keys: string[], path = '', recordId: string = RECORDS.acme) {
  const { detailList } = await client.data(upload.transfer, {
    body: { fileKeys: keys, folderSfid: await folderId(client, path, recordId), linkedId: recordId },
  });
  return detailList.map(({ code }) => code);
}

/** The first three steps. @returns the key to transfer */
export async function sendAndScan(client: Client, name: string, bytes: Uint8Array | string, uid = newUid()) {
  await put(await prepare(client, uid, name), bytes);
  await scan(client, uid);
  return uid;
}

/** Prepares and sends a folder's ZIP. @returns its uid */
export async function sendFolder(client: Client, name: string, zip: Uint8Array, uid = newUid()) {
  await put(await prepare(client, uid, `${name}.zip`), zip);
  return uid;
}

/** The items of a folder. */
export async function list(client: Client, path = '', recordId: string = RECORDS.acme) {
  const query = { parentFolder: path, size: 100, page: 0 };
  const { content } = await client.data(files.list, { params: { recordId }, query });
  return content;
}

/** The current bytes of a file. */
export async function contentOf(client: Client, fileId: string): Promise<string> {
  const path = download.version.path.replace(':sfid', fileId);
  return (await client.fetch(path, { method: 'POST' })).text();
}

/** Deletes garbage as after its grace period. */
export async function sweepGarbage({ deps }: TestApp): Promise<void> {
  await sweepReleased({ ...deps, clock: { now: () => new Date(Date.now() + 11 * 60_000) } });
}

/** All rows and files that uploads leave after garbage is deleted: keys of rows, bytes on disk, garbage. */
export async function traces(vault: TestApp) {
  const { database, blobsDir } = vault;
  await sweepGarbage(vault);
  const uploads = await sql<{ key: string }>`select key from upload order by key`.execute(database.kysely);
  const garbage = await sql<{ storageKey: string }>`select storage_key from blob_garbage`.execute(
    database.kysely,
  );
  const found = await readdir(blobsDir, { recursive: true, withFileTypes: true });
  return {
    uploads: uploads.rows.map(({ key }) => key),
    garbage: garbage.rows.length,
    blobs: found.filter((entry) => entry.isFile()).length,
  };
}
