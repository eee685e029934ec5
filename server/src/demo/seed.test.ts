import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoAccounts, DEMO_RECORDS, DEMO_USERS } from '@vault/demo';
import { planVault, type VaultPlan } from '@vault/demo/vault';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readContent } from '../blobs/index.ts';
import { diskBlobs } from '../platform/blobs/index.ts';
import type { Scanner } from '../platform/scanner/index.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { loadTestAccounts } from '../testing/load-test-accounts.ts';
import { sharedScanner } from '../testing/shared-scanner.ts';
import { seedDemoVault, type SeedDeps } from './seed.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const WHOLE = withDocumentsMadeOnce(planVault(NOW));
/** A part of each record's files is enough to test how they are stored. */
const PLAN: VaultPlan = {
  folders: WHOLE.folders,
  files: WHOLE.files.filter(({ versions }, at) => versions.length > 3 || at % 30 === 0),
};
const VERSIONS = PLAN.files.reduce((sum, { versions }) => sum + versions.length, 0);
const { acme, birch, cedar } = DEMO_RECORDS;
/** Takes seconds on an idle machine; the limit is for a busy one. */
const LONG = { timeout: 120_000 };

let directory = '';
let scanner: Scanner;
let database: TestDatabase;
let deps: SeedDeps;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'demo-seed-'));
  scanner = await sharedScanner();
});
afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
});

/** A database with the demo accounts only, and an empty store. */
beforeEach(async () => {
  database = await createTestDatabase();
  const blobs = await diskBlobs(join(directory, 'blobs', String(Math.random())));
  deps = { database, blobs, scanner, clock: { now: () => NOW }, log: pino({ level: 'silent' }) };
  await loadTestAccounts(deps, demoAccounts());
  return () => database.drop();
});

const rows = async <T extends object>(sql: string, values: unknown[] = []) =>
  (await database.pool.query<T>(sql, values)).rows;
const count = async (sql: string, values: unknown[] = []) =>
  Number((await rows<{ count: number }>(`select count(*) as count from ${sql}`, values))[0]?.count);
const filesOf = (recordId: string) => count(`item where kind = 'file' and record_id = $1`, [recordId]);
const planned = (recordId: string) => PLAN.files.filter((file) => file.recordId === recordId).length;

describe('The demo vault at the first start', () => {
  it(
    'the vault has all folders, scanned files and versions of the plan, and correct counters',
    LONG,
    async () => {
      await seedDemoVault(deps, demoAccounts());

      expect(await count(`item where kind = 'file'`)).toBe(WHOLE.files.length);
      expect(await count(`item where kind = 'folder' and parent_id is not null`)).toBe(WHOLE.folders.length);
      expect(await count('version where scanned_by = $1', [scanner.name])).toBe(
        WHOLE.files.reduce((sum, { versions }) => sum + versions.length, 0),
      );
      const wrong = await rows(`
      select folder.name from item folder where folder.kind = 'folder' and (
        folder.file_count <> (select count(*) from item where parent_id = folder.id and kind = 'file')
        or folder.folder_count <> (select count(*) from item where parent_id = folder.id and kind = 'folder'))`);
      expect(wrong).toEqual([]);
      const [root] = await rows<{ bytes: number; sum: number }>(
        `select root.subtree_bytes as bytes, (select sum(size_bytes) from item where record_id = $1)::int8 as sum
       from item root where record_id = $1 and parent_id is null`,
        [acme.sfid],
      );
      expect(root?.bytes).toBe(root?.sum);
    },
  );

  it("the demo vault has the plan's dates, people and bytes, and the last version is current", async () => {
    await seedDemoVault(deps, demoAccounts(), PLAN);

    const plan = PLAN.files.find(
      ({ recordId, versions }) => recordId === birch.sfid && versions.length === 4,
    );
    const last = plan?.versions.at(-1);
    const [file] = await rows<{ at: Date; by: string; sha256: Buffer; versions: number; made: Date }>(
      `select item.modified_at as at, item.modified_by as by, blob.sha256, item.version_count as versions,
         item.created_at as made
       from item join version on version.id = current_version_id join blob on blob.id = blob_id
       where item.record_id = $1 and item.name = $2`,
      [birch.sfid, plan?.name],
    );
    const person = demoAccounts().users.find(({ sfid }) => sfid === last?.uploadedBy);
    expect(file).toMatchObject({ at: last?.modifiedAt, by: person?.name, versions: 4 });
    expect(file?.made).toEqual(plan?.versions[0]?.modifiedAt);
    const content = await readContent(deps, file?.sha256 ?? Buffer.alloc(0));
    expect(sha256(content)).toBe(sha256(await last?.make()));
  });

  it('the demo vault is created once: a second start changes nothing, also in an emptied vault', async () => {
    await seedDemoVault(deps, demoAccounts(), PLAN);
    await database.pool.query(
      `delete from item where record_id = $1 and parent_id is not null and kind = 'file'`,
      [cedar.sfid],
    );
    await seedDemoVault(deps, demoAccounts(), PLAN);

    expect(await filesOf(cedar.sfid)).toBe(0);
    expect(await count('version')).toBe(VERSIONS - versionsOf(cedar.sfid));
  });

  it('the demo vault does not change a record that has content, and fills the others', async () => {
    await database.pool.query(
      `insert into item (record_id, id, parent_id, kind, name, modified_at, modified_by)
       select id, 'fldMine00000000001', root_id, 'folder', 'Mine', now(), 'Somebody' from record where id = $1`,
      [acme.sfid],
    );
    await seedDemoVault(deps, demoAccounts(), PLAN);

    expect(await filesOf(acme.sfid)).toBe(0);
    expect(await filesOf(birch.sfid)).toBe(planned(birch.sfid));
  });

  it('a second start adds the records that an interrupted start left out', async () => {
    // The store fails in the middle of the second record, as if the process was killed.
    let left = VERSIONS / 2;
    const write: SeedDeps['blobs']['write'] = async (source, options) => {
      left -= 1;
      if (left < 0) throw new Error('no space left');
      return deps.blobs.write(source, options);
    };
    await seedDemoVault({ ...deps, blobs: { ...deps.blobs, write } }, demoAccounts(), PLAN);
    expect(await count(`item where kind = 'file'`)).toBeLessThan(PLAN.files.length);
    await seedDemoVault(deps, demoAccounts(), PLAN);

    expect(await count(`item where kind = 'file'`)).toBe(PLAN.files.length);
    expect(await count('version')).toBe(VERSIONS);
  });

  it('the demo vault is filled once by two servers that start concurrently', async () => {
    await Promise.all([seedDemoVault(deps, demoAccounts(), PLAN), seedDemoVault(deps, demoAccounts(), PLAN)]);

    expect(await count(`item where kind = 'file'`)).toBe(PLAN.files.length);
    expect(await count('version')).toBe(VERSIONS);
  });

  it('the demo vault stays empty while the scanner fails, and the server still starts', async () => {
    const down: Scanner = { ...scanner, scan: async () => ({ status: 'ERROR', reason: 'down' }) };
    await seedDemoVault({ ...deps, scanner: down }, demoAccounts(), PLAN);
    expect(await count(`item where kind = 'file'`)).toBe(0);

    await seedDemoVault(deps, demoAccounts(), PLAN);
    expect(await filesOf(DEMO_USERS.ada)).toBe(planned(DEMO_USERS.ada));
  });

  it('a file that the scanner refuses is left out', async () => {
    let refused = 0;
    const strict: Scanner = {
      ...scanner,
      async scan(source) {
        if (source.sizeBytes < 40_000) return scanner.scan(source);
        refused += 1;
        return { status: 'VIRUS', signature: 'Too.Big' };
      },
    };
    await seedDemoVault({ ...deps, scanner: strict }, demoAccounts(), PLAN);

    expect(refused).toBeGreaterThan(0);
    expect(await count('version')).toBe(VERSIONS - refused);
  });
});

/** A plan whose documents are made once for all tests: making them takes most of the time. */
function withDocumentsMadeOnce(plan: VaultPlan): VaultPlan {
  const files = plan.files.map((file) => ({
    ...file,
    versions: file.versions.map((version) => {
      let made: ReturnType<typeof version.make> | null = null;
      return { ...version, make: () => (made ??= version.make()) };
    }),
  }));
  return { ...plan, files };
}

function versionsOf(recordId: string): number {
  return PLAN.files
    .filter((file) => file.recordId === recordId)
    .reduce((sum, { versions }) => sum + versions.length, 0);
}

function sha256(bytes: Uint8Array | undefined): string {
  return createHash('sha256')
    .update(bytes ?? '')
    .digest('hex');
}
