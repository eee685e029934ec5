import { DIRECT_COMPLETE_PATH, DIRECT_PATH, type DirectParts, UPLOAD_LENGTH_HEADER } from '@vault/contract';

interface Reply<T> {
  status: number;
  data: T;
  errorCode?: string;
}

async function post<T>(url: string, sizeBytes: number | string | null): Promise<Reply<T>> {
  const headers: Record<string, string> =
    sizeBytes === null ? {} : { [UPLOAD_LENGTH_HEADER]: String(sizeBytes) };
  const reply = await fetch(url, { method: 'POST', headers });
  return { status: reply.status, ...((await reply.json()) as { data: T; errorCode?: string }) };
}

/** C138: the next parts of a direct upload. @param sizeBytes the header as it is sent; null: without one */
export const beginDirect = (address: string, sizeBytes: number | string | null) =>
  post<DirectParts>(`${address}${DIRECT_PATH}`, sizeBytes);

/** C139 */
export const completeDirect = (address: string, sizeBytes: number | string | null) =>
  post<null>(`${address}${DIRECT_COMPLETE_PATH}`, sizeBytes);

/** Sends one part to S3, as a browser does. @returns the status */
export async function sendPart(part: DirectParts['parts'][number], bytes: Uint8Array): Promise<number> {
  const body = Buffer.from(bytes.subarray(part.start, part.end));
  return (await fetch(part.address, { method: 'PUT', body })).status;
}

/** Sends all parts that are missing. */
export async function sendParts(address: string, bytes: Uint8Array): Promise<void> {
  const { data } = await beginDirect(address, bytes.length);
  for (const part of data.parts) {
    // oxlint-disable-next-line no-await-in-loop -- a browser sends one part after the other
    const status = await sendPart(part, bytes);
    if (status !== 200) throw new Error(`a part was answered with ${status}`);
  }
}
