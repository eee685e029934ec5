import { randomBytes } from 'node:crypto';
import { contract } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';
import type { Client } from '../testing/client.ts';
import { damage, DAMAGES, fileOf, markAsDamaged } from '../testing/damage.ts';
import { readZip } from '../testing/read-zip.ts';
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

  it('SAFE-02 a marked file is refused with a sentence before its first byte, whole and in ranges', async () => {
    await flip('flipped at the last byte');
    await download()
      .then((reply) => reply.arrayBuffer())
      .catch(() => undefined);
    await expect.poll(isMarked).toBe(true);
    for (const headers of [{}, { range: 'bytes=1000-1999' }]) {
      const reply = await download(headers);
      expect([reply.status, await reply.json()]).toMatchObject([500, { errorMessage: FILE_DAMAGED }]);
    }
  });

  it('SAFE-02 a ZIP names a marked file in _errors.txt and has the others', async () => {
    const folder = `Folder ${n}`;
    await fillVault(vault.deps, ACME, {
      files: [
        { folder, name: 'intact.txt', bytes: `intact ${n}` },
        { folder: `${folder}/Inner`, name: `marked ${n}.txt`, bytes: `marked ${n}` },
        { name: '_errors.txt', bytes: `not the list ${n}` },
      ],
    });
    await markAsDamaged(vault, (await fileOf(vault, `marked ${n}.txt`)).blobKey);
    const sfids = [(await fileOf(vault, '_errors.txt')).id];
    const body = JSON.stringify({ linkId: ACME, paths: [folder], sfids });
    const headers = { 'content-type': 'application/json' };
    const { path, method } = contract.download.selection;
    const reply = await ada.fetch(path, { method, body, headers });
    const { '_errors.txt': list, ...others } = await readZip(Buffer.from(await reply.arrayBuffer()));
    expect(others).toMatchObject({
      [`${folder}/intact.txt`]: `intact ${n}`,
      '_errors (1).txt': `not the list ${n}`,
    });
    expect(Object.keys(others)).not.toContain(`${folder}/Inner/marked ${n}.txt`);
    expect(list?.split('\r\n').slice(3)).toEqual([`${folder}/Inner/marked ${n}.txt`, '']);
  });

  it('SAFE-02 lists show a marked file, and only that, until its content is stored again', async () => {
    const folder = `Listed ${n}`;
    const marked = `marked ${n}.bin`;
    await fillVault(vault.deps, ACME, {
      files: [
        { folder, name: marked, bytes: `marked ${n}` },
        { folder, name: 'intact.bin', bytes: `intact ${n}` },
      ],
    });
    const { id, blobKey } = await fileOf(vault, marked);
    const state = async () => {
      const params = { recordId: ACME };
      const list = await ada.data(contract.files.list, { params, query: { parentFolder: folder } });
      const found = await ada.data(contract.files.list, {
        params,
        query: { name: marked, allFolder: 'true' },
      });
      const versions = await ada.data(contract.versions.list, { params: { sfid: id }, query: {} });
      return [list.content, found.content, versions.content].map((rows) =>
        rows.map(({ isDamaged = false }) => isDamaged),
      );
    };
    expect(await state()).toEqual([[false, false], [false], [false]]);
    await markAsDamaged(vault, blobKey);
    expect(await state()).toEqual([[false, true], [true], [true]]);
    await fillVault(vault.deps, ACME, { files: [{ name: `again ${n}`, bytes: `marked ${n}` }] });
    expect(await state()).toEqual([[false, false], [false], [false]]);
  });

  it('SAFE-22 damaged reads are counted in /metrics', async () => {
    await flip('missing');
    await download();
    const text = await (await vault.anonymous.fetch('/metrics')).text();
    expect(text).toMatch(/vault_damaged_reads_total\{damage="missing"\} [1-9]/);
  });
});
