import { type Endpoint, BYTES_TYPE, sentFilesLine } from '@vault/contract';
import type { Client } from './client.ts';
import { newUid } from './upload-pipeline.ts';

/** A small file that is sent together with others. */
export interface SmallFile {
  key: string;
  name: string;
  bytes: Buffer;
}

export const smallFile = (name: string, bytes: string | Buffer = `bytes of ${name}`): SmallFile => ({
  key: newUid(),
  name,
  bytes: Buffer.from(bytes),
});

export const keysOf = (files: readonly SmallFile[]): string[] => files.map(({ key }) => key);

/** The body of C142 and C143. */
export function filesBody(files: readonly SmallFile[]): Buffer<ArrayBuffer> {
  const line = sentFilesLine(files.map(({ key, name, bytes }) => ({ key, name, sizeBytes: bytes.length })));
  return Buffer.concat([Buffer.from(line), ...files.map(({ bytes }) => bytes)]);
}

/**
 * Sends a body to C142, or to C143.
 * @param path of the call, with its parameters
 */
export const postFiles = (
  client: Client,
  path: Endpoint['path'],
  body: Uint8Array<ArrayBuffer> | string,
): Promise<Response> => client.fetch(path, { method: 'POST', body, headers: { 'content-type': BYTES_TYPE } });
