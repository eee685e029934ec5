import { randomUUID } from 'node:crypto';
import { contract } from '@vault/contract';
import { RECORDS } from './accounts.ts';
import type { Client } from './client.ts';

const { upload } = contract;

export interface FileToSend {
  folderSfid: string;
  name: string;
  body: Uint8Array;
  /** a folder's ZIP, which is unpacked; `name` is then the folder's name */
  isFolder?: boolean;
}

/**
 * Uploads one file, or the ZIP of a folder, by the four calls of a browser.
 * @returns the result code of each stored file
 * @throws when a call is refused or the connection is lost
 */
export async function uploadFile(client: Client, file: FileToSend): Promise<number[]> {
  const { folderSfid, name, body, isFolder = false } = file;
  const uid = randomUUID();
  const address = await client.data(upload.prepare, {
    query: { fileName: uid },
    body: { RelFileName: isFolder ? `${name}.zip` : name },
  });
  const { status } = await client.fetch(address, { method: 'PUT', body: Buffer.from(body) });
  if (status !== 200) throw new Error(`the bytes of ${name} got ${status}`);
  const scanned = await client.data(upload.scan, {
    query: { key: uid, isFolder: isFolder ? 'true' : 'false' },
  });
  const { detailList } = await client.data(upload.transfer, {
    body: { fileKeys: scanned.map(({ key }) => key), folderSfid, linkedId: RECORDS.acme },
  });
  return detailList.map(({ code }) => code);
}
