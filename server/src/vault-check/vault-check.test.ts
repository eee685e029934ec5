import { randomBytes } from 'node:crypto';
import { readFile, rm, truncate, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sealChains } from '../audit/index.ts';
import { systemClock } from '../platform/clock.ts';
import type { DB } from '../platform/database/index.ts';
import { createSealKey } from '../platform/seal-key/index.ts';
import { SecretKeyError } from '../platform/secrets/index.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { allChained } from '../testing/audit-entries.ts';
import { damage, DAMAGES, fileOf, uploadBlobKeyOf } from '../testing/damage.ts';
import { fillWithEverything, type FilledVault } from '../testing/filled-vault.ts';
import { ACME } from '../testing/seeded-items.ts';
import { sweepGarbage } from '../testing/upload-pipeline.ts';
import type { CheckDeps } from './check.ts';
import { DAMAGE_CASES } from './fixtures/damage-cases.ts';
import { checkVault } from './index.ts';
import { TABLE_CHECKS } from './registry.ts';
import { prepareSnapshot } from './snapshot.queries.ts';

const pieces = (text: string) => Readable.from([Buffer.from(text)]);
const sealKey = createSealKey(randomBytes(32));

let vault: TestApp;
let filled: FilledVault;
let deps: CheckDeps;
beforeAll(async () => {
  vault = await createTestApp();
  filled = await fillWithEverything(vault);
  const { database } = vault;
  const publicKey = async () => sealKey.publicKey.toString('hex');
  deps = { database, blobStore: vault.deps.blobStore, clock: systemClock, publicKey };
  await allChained(database);
  await sealChains({ ...vault.deps, sealKey, settings: { auditSealFile: null } });
});
afterAll(() => vault.close());

const findings = async () => (await checkVault(deps)).findings.map(({ check, text }) => `${check}: ${text}`);

it('SAFE-01 a vault with something of each kind has no findings', async () => {
  const progress: number[] = [];
  const report = await checkVault(deps, (_, done) => progress.push(done));
  expect(report).toMatchObject({ findings: [], count: 0, checks: TABLE_CHECKS.length + 2 });
  expect([report.items, report.blobs].every((number) => number > 5)).toBe(true);
  expect(progress).toEqual(progress.toSorted((one, other) => one - other));
  expect(progress.at(-1)).toBeGreaterThan(0.5);
});

class RolledBack extends Error {}

/** The findings of all checks of tables after a damage that is rolled back. */
async function findingsAfter(statements: readonly string[]): Promise<{ checks: string[]; texts: string[] }> {
  const found: { check: string; text: string; advice: string }[] = [];
  const work = async (tx: Transaction<DB>) => {
    // Without foreign keys and triggers, as a damaged table.
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const statement of statements) await sql.raw(statement).execute(tx);
    await prepareSnapshot(tx);
    for (const check of TABLE_CHECKS) {
      const { listed, count } = await check.run({ ...deps, snapshot: tx, onProgress: () => undefined });
      expect(count).toBe(listed.length);
      found.push(...listed);
    }
    throw new RolledBack();
  };
  await expect(vault.database.transaction(work)).rejects.toThrow(RolledBack);
  expect(found.every(({ text, advice }) => text.endsWith('.') && advice.endsWith('.'))).toBe(true);
  return { checks: found.map(({ check }) => check), texts: found.map(({ text }) => text) };
}

describe('SAFE-01 check finds exactly the damage', () => {
  it.each(DAMAGE_CASES)('SAFE-01 %s', async (_title, check, text, statements) => {
    const found = await findingsAfter(statements(filled));
    expect(found.checks).toEqual([check]);
    expect(found.texts[0]).toContain(text(filled));
  });
});

describe('SAFE-01 the statements of docs/operating.md', () => {
  const derived = [
    'a bound of',
    'another size than its version',
    'wrong',
    'shows another',
    'another kind',
    'another name',
  ];
  const cases = DAMAGE_CASES.filter(([title]) => derived.some((part) => title.includes(part)));
  it.each(cases)('SAFE-01 correct %s', async (_title, _check, _text, statements) => {
    const path = join(import.meta.dirname, '../../../docs/operating.md');
    const page = (await readFile(path, 'utf8')).split('### A check finds something')[1] ?? '';
    const correction = /```sql\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
    expect(correction).toContain('update item');
    const levels = Array.from({ length: 6 }, () => correction);
    expect((await findingsAfter([...statements(filled), ...levels])).checks).toEqual([]);
  });
});

describe('SAFE-01 check finds what is wrong with stored bytes', () => {
  it('SAFE-01 missing and cut bytes of files and uploads, with the file that uses them', async () => {
    const { blobKey, id: fileId } = await fileOf(vault, 'sent.txt');
    const waiting = await uploadBlobKeyOf(vault, await keyOf('waiting.txt'));
    const [file, upload] = [join(vault.blobsDir, blobKey), join(vault.blobsDir, waiting)];
    const { database, deps: appDeps } = vault;
    const kept = await appDeps.blobs.sizeOf(blobKey);
    await damage(vault, waiting, DAMAGES.long);
    await truncate(file, 3);
    expect(await findings()).toEqual(
      [
        `blobs.stored: The bytes ${blobKey} are 3, not ${kept}; file ${fileId} of record ${ACME} uses them.`,
        `blobs.stored: The bytes ${waiting} are 22, not 21; no version of a file uses them.`,
      ].toSorted(),
    );
    await rm(file);
    await rm(upload);
    const missing = await findings();
    expect(missing).toHaveLength(2);
    expect(missing.every((text) => text.includes('are missing'))).toBe(true);
    // The contents are removed with their files, so that later tests begin without findings.
    await sql`delete from upload where name = 'waiting.txt'`.execute(database.kysely);
    await appDeps.blobStore
      .write(pieces('sent by the pipeline'), { maxBytes: 100 })
      .then(({ key }) =>
        sql`update blob set storage_key = ${key} where storage_key = ${blobKey}`.execute(database.kysely),
      );
    await sweepGarbage(vault);
    expect(await findings()).toEqual([]);
  });

  it('SAFE-01 when all bytes are gone, every one is counted and the first are listed', async () => {
    const { database, deps: appDeps } = vault;
    await sql`
      insert into blob (sha256, storage_key, size_bytes, crc32)
      select sha256(n::text::bytea), 'zz/' || n, 1, 0 from generate_series(1, 1200) n`.execute(
      database.kysely,
    );
    const { rows } = await sql<{ count: number }>`
      select count(*) from (select from blob union all select from upload where storage_key is not null
        union all select from upload_chunk) r`.execute(database.kysely);
    const blobStore = { ...appDeps.blobStore, async *list() {}, sizeOf: async () => null };
    const report = await checkVault({ ...deps, blobStore });
    expect(report.count).toBe(rows[0]?.count);
    expect(report.findings).toHaveLength(50);
    const { blobKey, id } = await fileOf(vault, 'sent.txt');
    const text = `The bytes ${blobKey} are missing; file ${id} of record ${ACME} uses them.`;
    expect(report.findings).toContainEqual(expect.objectContaining({ text }));
    await sql`delete from blob where storage_key like 'zz/%'`.execute(database.kysely);
  });

  it('SAFE-01 bytes without a row only when the sweep should have deleted them', async () => {
    const { key } = await vault.deps.blobs.write(pieces('left'), { maxBytes: 10 });
    expect(await findings()).toEqual([]);
    const old = new Date(Date.now() - 97 * 3_600_000);
    await utimes(join(vault.blobsDir, key), old, old);
    expect(await findings()).toEqual([
      `blobs.stored: The bytes ${key} belong to no row, and the nightly sweep has not deleted them.`,
    ]);
    await vault.deps.blobStore.delete(key);
  });

  it('SAFE-01 what changes during the check is no finding', async () => {
    const { key } = await vault.deps.blobs.write(pieces('changing'), { maxBytes: 10 });
    await sql`insert into blob (sha256, storage_key, size_bytes, crc32) values (sha256('c'), ${key}, 8, 0)`.execute(
      vault.database.kysely,
    );
    const list = async function* () {
      // The snapshot has the row; the sweep deletes row and bytes before the bytes are listed.
      await sql`delete from blob where storage_key = ${key}`.execute(vault.database.kysely);
      await vault.deps.blobStore.delete(key);
      yield* vault.deps.blobStore.list();
    };
    expect((await checkVault({ ...deps, blobStore: { ...deps.blobStore, list } })).findings).toEqual([]);
  });

  async function keyOf(name: string): Promise<string> {
    const { rows } = await sql<{ key: string }>`select key from upload where name = ${name}`.execute(
      vault.database.kysely,
    );
    return rows[0]?.key ?? '';
  }
});

describe('SAFE-01 check verifies the audit', () => {
  it('SAFE-01 AUDIT-03 an entry that was changed, and entries that are not chained yet', async () => {
    const { kysely } = vault.database;
    await sql`
      insert into audit_entry (action, outcome, actor_kind, details, personal, personal_salt, personal_hash)
      values ('item.rename', 'success', 'system', '{}', '{}', 'salt', sha256('salt{}'))`.execute(kysely);
    expect(await findings()).toEqual([]);
    await vault.database.transaction(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`update audit_entry set object_name = 'changed' where id = (select min(id) from audit_entry)`.execute(
        tx,
      );
    });
    const [found = '', ...others] = await findings();
    expect(others).toEqual([]);
    expect(found).toMatch(/^audit\.chain: Entry \d+ .* was changed/);
  });

  it('SAFE-01 a missing key is a finding', async () => {
    const publicKey = () => Promise.reject(new SecretKeyError('The key of this vault is missing.'));
    const { findings: found } = await checkVault({ ...deps, publicKey });
    expect(found.map(({ check }) => check)).toEqual(['audit.chain']);
  });
});
