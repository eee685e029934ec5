import {
  DIRECT_COMPLETE_PATH,
  DIRECT_PATH,
  type DirectParts,
  type Envelope,
  UPLOAD_LENGTH_HEADER,
} from '@vault/contract';
import { must } from './must.ts';

const AT_ONCE = 3;

/**
 * Sends bytes straight to S3, as a browser does: three parts at a time (C138, C139).
 * @param address the upload address
 */
export async function sendDirect(address: string, bytes: Iterable<Buffer>, sizeBytes: number): Promise<void> {
  const pieces = bytes[Symbol.iterator]();
  for (;;) {
    const { parts } = await post<DirectParts>(`${address}${DIRECT_PATH}`, sizeBytes);
    if (parts.length === 0) break;
    const waiting = parts.values();
    const worker = async (): Promise<void> => {
      for (const { start, end, address: to } of waiting) {
        const { status } = await fetch(to, { method: 'PUT', body: take(pieces, end - start) });
        must(status === 200, `a part got ${status} from S3`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  }
  await post(`${address}${DIRECT_COMPLETE_PATH}`, sizeBytes);
}

async function post<T>(url: string, sizeBytes: number): Promise<T> {
  const reply = await fetch(url, { method: 'POST', headers: { [UPLOAD_LENGTH_HEADER]: String(sizeBytes) } });
  const { code, data } = (await reply.json()) as Envelope<T>;
  must(code === 200 && data !== undefined, `${url} got ${code}`);
  return data as T;
}

/** Takes the next pieces, whose sizes divide the length. */
function take(pieces: Iterator<Buffer>, length: number): Buffer {
  const part = Buffer.allocUnsafe(length);
  for (let at = 0; at < length;) {
    const { value } = pieces.next() as IteratorResult<Buffer, undefined>;
    must(value !== undefined, 'there are too few bytes');
    at += value.copy(part, at);
  }
  return part;
}
