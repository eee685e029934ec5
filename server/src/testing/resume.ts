import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { crc32 } from 'node:zlib';
import { UPLOAD_LENGTH_HEADER, UPLOAD_OFFSET_HEADER, UPLOAD_CHUNK_TYPE } from '@vault/contract';
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { buildApp } from '../app.ts';
import type { TestApp } from './app.ts';

/** C53: reads the offset of an upload. */
export async function progress(address: string) {
  const { status, headers } = await fetch(address, { method: 'HEAD' });
  const count = (name: string) => (headers.has(name) ? Number(headers.get(name)) : null);
  return { status, offset: count(UPLOAD_OFFSET_HEADER), length: count(UPLOAD_LENGTH_HEADER) };
}

const chunkHeaders = (offset: number, length?: number) => ({
  [UPLOAD_OFFSET_HEADER]: String(offset),
  'content-type': UPLOAD_CHUNK_TYPE,
  ...(length !== undefined && { [UPLOAD_LENGTH_HEADER]: String(length) }),
});

/**
 * C53: sends the next bytes.
 * @returns the status, and the new offset or the refusal's text
 */
export async function patch(
  address: string,
  bytes: Uint8Array | string,
  { offset, length }: { offset: number; length?: number },
): Promise<{ status: number; offset?: number; errorMessage?: string | null }> {
  const reply = await fetch(address, {
    method: 'PATCH',
    body: Buffer.from(bytes),
    headers: chunkHeaders(offset, length),
  });
  if (reply.status === 204) return { status: 204, offset: Number(reply.headers.get(UPLOAD_OFFSET_HEADER)) };
  const { errorMessage } = (await reply.json()) as { errorMessage: string | null };
  return { status: reply.status, errorMessage };
}

/** Sends only the first bytes of a request, and closes the connection when the system has taken them. */
export async function patchAndCut(
  address: string,
  bytes: Uint8Array,
  { offset, length, announced }: { offset: number; length?: number; announced: number },
): Promise<void> {
  await new Promise<void>((resolve) => {
    const headers = { ...chunkHeaders(offset, length), 'content-length': String(announced) };
    const sending = request(address, { method: 'PATCH', headers });
    sending.on('error', () => resolve());
    // Closing the connection normally delivers the bytes that the system has taken.
    sending.write(bytes, () => sending.socket?.end());
    sending.on('close', resolve);
  });
}

/**
 * Sends only the first bytes of a request to another server of the vault, whose limit for silence is short (GUARD-25),
 * and waits until this server closes the connection.
 */
export async function patchInSilence(
  vault: TestApp,
  address: string,
  bytes: Uint8Array,
  length: { offset: number; announced: number },
): Promise<void> {
  // The server checks the rights before it reads the body, which takes longer on a busy machine.
  const requestLimits = { requestMs: 60_000, silenceMs: 120, checkEveryMs: 10 };
  const shortLimitApp = await buildApp({ ...vault.deps, metrics: new Registry(), requestLimits });
  const { port } = new URL(await shortLimitApp.listen({ host: '127.0.0.1', port: 0 }));
  await patchUntilClosed(Object.assign(new URL(address), { port }).href, bytes, length);
  await shortLimitApp.close();
}

async function patchUntilClosed(
  address: string,
  bytes: Uint8Array,
  { offset, announced }: { offset: number; announced: number },
): Promise<void> {
  await new Promise<void>((resolve) => {
    const headers = { ...chunkHeaders(offset), 'content-length': String(announced) };
    const sending = request(address, { method: 'PATCH', headers });
    sending.on('error', () => resolve()).on('close', resolve);
    sending.write(bytes);
  });
}

interface Sums {
  sha256: Buffer;
  crc32: number;
  sizeBytes: number;
}

/** The stored checksums and size of the live file with this name. */
export async function blobOf(
  { database }: Pick<TestApp, 'database'>,
  name: string,
): Promise<Sums | undefined> {
  const { rows } = await sql<Sums>`
    select b.sha256, b.crc32, b.size_bytes from item i
    join version v on v.id = i.current_version_id join blob b on b.id = v.blob_id
    where i.name = ${name} and i.trashed_at is null`.execute(database.kysely);
  return rows[0];
}

/** The expected checksums and size of these bytes. */
export const sumsOf = (bytes: Buffer): Sums => ({
  sha256: createHash('sha256').update(bytes).digest(),
  crc32: crc32(bytes),
  sizeBytes: bytes.length,
});
