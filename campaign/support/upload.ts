import { randomUUID } from 'node:crypto';
import { contract, UPLOAD_CHUNK_TYPE, UPLOAD_LENGTH_HEADER, UPLOAD_OFFSET_HEADER } from '@vault/contract';
import { RECORDS } from './accounts.ts';
import type { Client } from './client.ts';

const { upload } = contract;
const MAX_CHUNKS = 5;

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
export function uploadFile(client: Client, file: FileToSend): Promise<number[]> {
  return uploadBy(client, file, async (address) => {
    const { status } = await client.fetch(address, { method: 'PUT', body: Buffer.from(file.body) });
    if (status !== 200) throw new Error(`the bytes of ${file.name} got ${status}`);
  });
}

/**
 * Uploads one file in two chunks. When the vault has other bytes than expected, because the reply to a chunk was lost,
 * it continues after them (C53). Returns and throws as `uploadFile`.
 */
export function uploadInChunks(client: Client, file: FileToSend): Promise<number[]> {
  const body = Buffer.from(file.body);
  const middle = Math.floor(body.length / 2);
  return uploadBy(client, file, async (address) => {
    let offset = 0;
    for (let chunk = 1; offset < body.length; chunk += 1) {
      if (chunk > MAX_CHUNKS) throw new Error(`${file.name} is not complete after ${MAX_CHUNKS} chunks`);
      const end = offset < middle ? middle : body.length;
      const { status } = await client.fetch(address, {
        method: 'PATCH',
        headers: {
          'content-type': UPLOAD_CHUNK_TYPE,
          [UPLOAD_OFFSET_HEADER]: String(offset),
          [UPLOAD_LENGTH_HEADER]: String(body.length),
        },
        body: body.subarray(offset, end),
      });
      if (status === 409) offset = await offsetOf(client, address);
      else if (status === 204) offset = end;
      else throw new Error(`a chunk of ${file.name} got ${status}`);
    }
  });
}

/** The number of bytes of an upload that the vault has. */
async function offsetOf(client: Client, address: string): Promise<number> {
  const { status, headers } = await client.fetch(address, { method: 'HEAD' });
  if (status !== 200) throw new Error(`the offset of an upload got ${status}`);
  return Number(headers.get(UPLOAD_OFFSET_HEADER));
}

async function uploadBy(
  client: Client,
  { folderSfid, name, isFolder = false }: FileToSend,
  send: (address: string) => Promise<void>,
): Promise<number[]> {
  const uid = randomUUID();
  const address = await client.data(upload.prepare, {
    query: { fileName: uid },
    body: { RelFileName: isFolder ? `${name}.zip` : name },
  });
  await send(address);
  const scanned = await client.data(upload.scan, {
    query: { key: uid, isFolder: isFolder ? 'true' : 'false' },
  });
  const { detailList } = await client.data(upload.transfer, {
    body: { fileKeys: scanned.map(({ key }) => key), folderSfid, linkedId: RECORDS.acme },
  });
  return detailList.map(({ code }) => code);
}
