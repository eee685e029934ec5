import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BLOCK_BYTES } from '../platform/blobs/index.ts';
import { ACME } from '../testing/seeded-items.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { damage, DAMAGES, fileOf } from '../testing/damage.ts';
import { fillVault } from '../testing/real-files.ts';
import { makeChecksums } from './checksums.ts';

let vault: TestApp;
beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());

/** Creates files as an older vault stored them: without block checksums. */
async function oldFiles(...names: string[]): Promise<Map<string, Buffer>> {
  const files = names.map((name) => ({ name, bytes: randomBytes(2 * BLOCK_BYTES + 10) }));
  await fillVault(vault.deps, ACME, { files });
  await sql`update blob set block_checksums = null`.execute(vault.database.kysely);
  return new Map(files.map(({ name, bytes }) => [name, bytes]));
}

const rowOf = async (name: string) => {
  const { blobKey } = await fileOf(vault, name);
  const { rows } = await sql<{ blockChecksums: Buffer | null; isDamaged: boolean }>`
    select block_checksums, damaged_at is not null as is_damaged from blob where storage_key = ${blobKey}`.execute(
    vault.database.kysely,
  );
  return { blobKey, ...rows[0] };
};
const run = (signal = new AbortController().signal) =>
  makeChecksums(vault.deps, { signal, bytesPerMs: 1024 * 1024 });

it('SAFE-22 the job computes checksums of older blobs, so that their ranges are verified', async () => {
  const bytes = (await oldFiles('old.bin')).get('old.bin') ?? Buffer.alloc(0);
  await run();
  const { blobKey, blockChecksums } = await rowOf('old.bin');
  expect(blockChecksums).toHaveLength(3 * 8);
  const blob = { key: blobKey, sizeBytes: bytes.length, crc32: 0, blockChecksums: blockChecksums ?? null };
  await vault.deps.blobs.read(blob, { start: 10, end: 20 }).toArray();
  await damage(vault, blobKey, DAMAGES['flipped at the first byte']);
  const range = vault.deps.blobs.read(blob, { start: 10, end: 20 }).toArray();
  await expect(range).rejects.toThrow('wrong checksum');
});

it.each(['missing', 'short', 'flipped in the middle', 'replaced by a folder'] as const)(
  'SAFE-22 marks an older blob that is %s and continues with the others',
  async (title) => {
    await oldFiles(`bad ${title}`, `good ${title}`);
    await damage(vault, (await fileOf(vault, `bad ${title}`)).blobKey, DAMAGES[title]);
    await run();
    expect(await rowOf(`bad ${title}`)).toMatchObject({ isDamaged: true, blockChecksums: null });
    expect(await rowOf(`good ${title}`)).toMatchObject({ isDamaged: false });
    expect((await rowOf(`good ${title}`)).blockChecksums).not.toBeNull();
  },
);

it('SAFE-22 a run that is stopped leaves the remaining blobs to the next run', async () => {
  await oldFiles('one', 'two', 'three');
  const stop = new AbortController();
  stop.abort(new Error('the server stops'));
  await expect(run(stop.signal)).rejects.toThrow('the server stops');
  await run();
  for (const name of ['one', 'two', 'three']) expect((await rowOf(name)).blockChecksums).not.toBeNull();
});
