import type { IncomingMessage } from 'node:http';
import { FILES_TOGETHER_BYTES, MIB, sentFilesSchema } from '@vault/contract';
import { Errors } from '../http/index.ts';
import { BodyChunks } from './body-chunks.ts';
import { announcedLength } from './with-body.ts';

/** The files, and the line that names them. */
const MAX_BODY_BYTES = FILES_TOGETHER_BYTES + MIB;
const LINE_END = 0x0a;

/** A file of the body of C142 or C143. */
export interface SentFile {
  key: string;
  name: string;
  bytes: Buffer;
}

/**
 * Reads the body of C142 or C143: a line of JSON that names the files, then their bytes in this order. The caller ends
 * the body.
 * @returns the files, of different keys
 * @throws P16 for another form, 413 for too many bytes, 400 when the body is aborted
 */
export async function readFilesBody(raw: IncomingMessage): Promise<SentFile[]> {
  const body = await readAll(raw);
  const end = body.indexOf(LINE_END);
  const named = sentFilesSchema.safeParse(jsonIn(body.subarray(0, Math.max(0, end))));
  if (!named.success || new Set(named.data.map(({ key }) => key)).size < named.data.length)
    throw Errors.invalidRequest();
  let start = end + 1;
  const files = named.data.map(({ key, name, sizeBytes }) => {
    const bytes = body.subarray(start, start + sizeBytes);
    start += sizeBytes;
    return { key, name, bytes };
  });
  if (start !== body.length) throw Errors.invalidRequest();
  return files;
}

async function readAll(raw: IncomingMessage): Promise<Buffer> {
  if ((announcedLength(raw) ?? 0) > MAX_BODY_BYTES) throw Errors.bodyTooLarge();
  const body = new BodyChunks(raw);
  try {
    const bytes = Buffer.concat(await Array.fromAsync(body.take(MAX_BODY_BYTES)));
    if (await body.hasMore()) throw Errors.bodyTooLarge();
    if (body.wasAborted) throw Errors.uploadIncomplete();
    return bytes;
  } finally {
    body.release();
  }
}

/** @returns undefined for a text that is not JSON */
function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
