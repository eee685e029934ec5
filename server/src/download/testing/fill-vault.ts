import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Parts } from '../../app.ts';
import { ensureFolders, findFolder, lockRecord, putFiles } from '../../tree/index.ts';

/** A file with real bytes, to be there before a test begins. The same name again makes a new version. */
export interface RealFile {
  /** path of its folder, made when missing; the root when left out */
  folder?: string;
  name: string;
  bytes: Buffer | string;
  at?: Date;
}

export interface FilledFile {
  id: string;
  versionId: string;
}

type FillParts = Pick<Parts, 'database' | 'blobs'>;

/** Puts a blob into the store and its row into the database, as an upload does. @returns the row's id */
export async function putBlob({ database, blobs }: FillParts, bytes: Buffer | string): Promise<number> {
  const body = Readable.from([Buffer.from(bytes)]);
  const { key, sizeBytes, sha256, crc32 } = await blobs.write(body, { maxBytes: 2 ** 32 });
  const { rows } = await sql<{ id: number }>`
    insert into blob (sha256, storage_key, size_bytes, crc32) values (${sha256}, ${key}, ${sizeBytes}, ${crc32})
    on conflict (sha256) do update set used_at = now() returning id`.execute(database.kysely);
  return rows[0]?.id ?? 0;
}

/** Fills a record with files that can be downloaded, one after the other, and with folders. */
export async function fillVault(
  parts: FillParts,
  recordId: string,
  { files, folders = [] }: { files: readonly RealFile[]; folders?: readonly string[] },
): Promise<FilledFile[]> {
  const filled: FilledFile[] = [];
  for (const { folder = '', name, bytes, at = new Date() } of files) {
    const blobId = await putBlob(parts, bytes);
    const sizeBytes = Buffer.byteLength(bytes);
    const [file] = await putInto(parts, { recordId, folder, at, files: [{ name, blobId, sizeBytes }] });
    if (file) filled.push(file);
  }
  for (const folder of folders) await putInto(parts, { recordId, folder, at: new Date(), files: [] });
  return filled;
}

/** Puts files whose blobs are there already into one folder, in one go. */
export async function putInto(
  { database }: Pick<FillParts, 'database'>,
  {
    recordId,
    folder,
    at,
    files,
  }: {
    recordId: string;
    folder: string;
    at: Date;
    files: readonly { name: string; blobId: number; sizeBytes: number }[];
  },
): Promise<FilledFile[]> {
  const change = { by: { id: null, name: 'Ada Byron' }, at };
  const attributes = { shareToClient: true, category: 'Other', asOfDate: null };
  return database.transaction(async (tx) => {
    await lockRecord(tx, recordId);
    const root = await findFolder(tx, recordId, '');
    if (root === null) throw new Error(`there is no record ${recordId}`);
    const ids = await ensureFolders(tx, { parent: root, paths: [folder], change, attributes });
    const folderId = ids.get(folder) ?? root.id;
    const put = await putFiles(tx, {
      recordId,
      files: files.map((file) => ({ ...file, folderId, scannedBy: 'test' })),
      change,
      attributes,
    });
    return put.map(({ fileId, versionId }) => ({ id: fileId, versionId }));
  });
}
