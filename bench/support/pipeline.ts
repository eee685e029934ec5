import { randomUUID } from 'node:crypto';
import { type CallInput, contract, type Endpoint, requestOf } from '@vault/contract';
import { upload as sendBytes } from './bulk.ts';
import { type Connection, encode, type Request } from './connection.ts';
import { must } from './must.ts';
import { RECORD_ID, type Vault } from './vault.ts';

const { upload, organise } = contract;

/** Converts a call of the contract to a request of the bench's client. */
export function requestFor<E extends Endpoint>(endpoint: E, input: CallInput<E>, token: string): Request {
  const { method, path, body } = requestOf(endpoint, input);
  return { method, path, token, body, headers: body === null ? {} : { 'content-type': 'application/json' } };
}

/** Creates a folder in the root. @returns its id */
export async function makeFolder(vault: Vault, name: string): Promise<string> {
  const input = { params: { recordId: RECORD_ID }, query: { name, path: '' } };
  return (await vault.client.data(organise.createFolder, input)).sfid;
}

export interface Steps {
  prepareMs: number;
  putMs: number;
  scanMs: number;
  transferMs: number;
}

interface FileToSend {
  folderId: string;
  name: string;
  sizeBytes: number;
}

/**
 * Uploads one file by the four calls of a browser over one connection (a large body over a second one).
 * @param body the bytes, an iterable of them, or a function that sends them to the upload address
 * @throws when any of the calls fails
 */
export async function uploadFile(
  { vault, connection }: { vault: Vault; connection: Connection },
  { folderId, name, sizeBytes }: FileToSend,
  body: Buffer | Iterable<Buffer> | ((address: string) => Promise<void>),
): Promise<Steps> {
  const { token } = vault.client;
  const key = randomUUID();
  const clock = stopwatch();

  const prepared = requestFor(
    upload.prepare,
    { query: { fileName: key }, body: { RelFileName: name } },
    token,
  );
  const address = (await call(connection, prepared)) as string;
  const prepareMs = clock();

  if (typeof body === 'function') await body(address);
  else {
    const headers = { 'content-type': 'application/octet-stream' };
    const bytes = { method: 'PUT', path: new URL(address).pathname, headers };
    const status = Buffer.isBuffer(body)
      ? (await connection.send(encode({ ...bytes, body }))).status
      : await sendBytes(vault.origin, { ...bytes, contentLength: sizeBytes }, body);
    must(status === 200, `the bytes of ${name} got ${status}`);
  }
  const putMs = clock();

  const scan = requestFor(upload.scan, { query: { key, isFolder: 'false' } }, token);
  const [scanned] = (await call(connection, scan)) as { scan_status: string }[];
  must(scanned?.scan_status === 'PASS', `${name} was not passed by the scanner`);
  const scanMs = clock();

  const transfer = requestFor(
    upload.transfer,
    { body: { fileKeys: [key], folderSfid: folderId, linkedId: RECORD_ID } },
    token,
  );
  const { detailList } = (await call(connection, transfer)) as { detailList: { code: number }[] };
  must(detailList[0]?.code === 200, `${name} was not stored`);
  return { prepareMs, putMs, scanMs, transferMs: clock() };
}

/** Makes a call. @returns its data @throws when the call fails */
export async function call(connection: Connection, request: Request): Promise<unknown> {
  const { status, body } = await connection.send(encode(request));
  const answer = JSON.parse(body.toString()) as { code: number; data: unknown };
  must(status === 200 && answer.code === 200, `${request.method} ${request.path} got ${body.toString()}`);
  return answer.data;
}

/** Returns a function that returns the milliseconds since its last call. */
export function stopwatch(): () => number {
  let at = performance.now();
  return () => {
    const before = at;
    at = performance.now();
    return at - before;
  };
}

/** Returns the id of a file in a folder of the root. */
export async function fileIdOf(
  vault: Vault,
  { folder, name }: { folder: string; name: string },
): Promise<string> {
  const input = { params: { recordId: RECORD_ID }, query: { parentFolder: folder, size: '100' } };
  const { content } = await vault.client.data(contract.files.list, input);
  const file = content.find((item) => item.name === name);
  must(file !== undefined, `${name} is not in the list`);
  return file.sfid;
}
