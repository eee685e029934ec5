import { randomBytes } from 'node:crypto';
import { contract } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';
import type { Client } from '../testing/client.ts';
import { damage, DAMAGES, fileOf } from '../testing/damage.ts';
import { fillVault } from '../testing/real-files.ts';
import { ACME } from '../testing/seeded-items.ts';

const FILE_DAMAGED = 'The stored file is damaged and cannot be opened. Please tell your administrator.';
const LARGE_BYTES = 3_000_000;

let vault: TestApp;
let ada: Client;
let n = 0;
let name = '';
let bytes: Buffer;
beforeAll(async () => {
  vault = await createTestApp();
  ada = await vault.as('everything');
});
afterAll(() => vault.close());
beforeEach(async () => {
  n += 1;
  name = `file ${n}.bin`;
  bytes = randomBytes(LARGE_BYTES);
  await fillVault(vault.deps, ACME, { files: [{ name, bytes }] });
});

const versionPath = async () =>
  contract.download.version.path.replace(':sfid', (await fileOf(vault, name)).id);
const download = async (headers: Record<string, string> = {}) =>
  ada.fetch(await versionPath(), { method: 'POST', headers });
const flip = async (how: keyof typeof DAMAGES) =>
  damage(vault, (await fileOf(vault, name)).blobKey, DAMAGES[how]);
const isMarked = async () => {
  const { blobKey } = await fileOf(vault, name);
  const { rows } =
    await sql`select 1 from blob where storage_key = ${blobKey} and damaged_at is not null`.execute(
      vault.database.kysely,
    );
  return rows.length > 0;
};

describe('a download of damaged bytes', () => {
  it.each(['missing', 'empty', 'replaced by a folder'] as const)(
    'SAFE-22 that are %s gets an error message, and the file is marked',
    async (how) => {
      await flip(how);
      const reply = await download();
      expect(reply.status).toBe(500);
      expect(await reply.json()).toMatchObject({ code: 500, errorMessage: FILE_DAMAGED });
      await expect.poll(isMarked).toBe(true);
    },
  );

  it.each([
    'short',
    'flipped at the first byte',
    'flipped in the middle',
    'flipped at the last byte',
  ] as const)('SAFE-22 that are %s is aborted before its end, and the file is marked', async (how) => {
    await flip(how);
    const reply = await download();
    expect(reply.status).toBe(200);
    await expect(reply.arrayBuffer()).rejects.toThrow('terminated');
    await expect.poll(isMarked).toBe(true);
  });

  it('SAFE-22 a range of intact blocks is sent, one of a damaged block is refused', async () => {
    await flip('flipped at the last byte');
    const intact = await download({ range: 'bytes=1000-1999' });
    expect(Buffer.from(await intact.arrayBuffer()).equals(bytes.subarray(1000, 2000))).toBe(true);
    expect(await isMarked()).toBe(false);
    const start = LARGE_BYTES - 1000;
    const bad = await download({ range: `bytes=${start}-${start + 9}` });
    expect([bad.status, await bad.json()]).toMatchObject([500, { errorMessage: FILE_DAMAGED }]);
  });

  it('SAFE-22 a ZIP with a damaged file is aborted before its end', async () => {
    await fillVault(vault.deps, ACME, {
      files: [{ name: `beside ${name}`, bytes: randomBytes(LARGE_BYTES) }],
    });
    await flip('flipped at the last byte');
    const sfids = [(await fileOf(vault, `beside ${name}`)).id, (await fileOf(vault, name)).id];
    const { path } = contract.download.selection;
    const body = JSON.stringify({ linkId: ACME, sfids });
    const headers = { 'content-type': 'application/json' };
    const reply = await ada.fetch(path, { method: contract.download.selection.method, body, headers });
    expect(reply.status).toBe(200);
    await expect(reply.arrayBuffer()).rejects.toThrow('terminated');
    await expect.poll(isMarked).toBe(true);
  });

  it('SAFE-22 damaged reads are counted in /metrics', async () => {
    await flip('missing');
    await download();
    const text = await (await vault.anonymous.fetch('/metrics')).text();
    expect(text).toMatch(/vault_damaged_reads_total\{damage="missing"\} [1-9]/);
  });
});
