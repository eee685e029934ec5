import { randomUUID } from 'node:crypto';
import { contract } from '@vault/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import type { Client } from '../testing/client.ts';
import { makeLink } from '../testing/links.ts';
import { ACME } from '../testing/seeded-items.ts';
import { sendAndScan, transfer } from '../testing/upload-pipeline.ts';
import { purgeRecord } from '../trash/index.ts';
import { checkVault } from './index.ts';

const { organise, trash, versions } = contract;

let vault: TestApp;
let ada: Client;
beforeAll(async () => {
  vault = await createTestApp();
  ada = await vault.as('everything');
});
afterAll(() => vault.close());

interface Item {
  id: string;
  kind: 'file' | 'folder';
  name: string;
  path: string;
  parentPath: string;
  versions: string[];
}

/** The items of the record with their paths, live ones or entries of the trash. */
async function items(where: 'live' | 'trash'): Promise<Item[]> {
  const { rows } = await sql<Item>`
    with recursive live as (
      select id, kind, name, '' as path, '' as parent_path from item where record_id = ${ACME} and parent_id is null
      union all
      select i.id, i.kind, i.name, concat_ws('/', nullif(l.path, ''), i.name), l.path
      from live l join item i on i.record_id = ${ACME} and i.parent_id = l.id and i.trashed_at is null
    ), found as (
      select * from live where ${where} = 'live'
      union all
      select item_id, kind, name, '', '' from trash where record_id = ${ACME} and ${where} = 'trash'
    )
    select f.*, array(select id::text from version where record_id = ${ACME} and file_id = f.id) as versions
    from found f order by f.path, f.id`.execute(vault.database.kysely);
  return rows;
}

/** What a step has to choose from; `item` is any live item, `folder` the path of any live folder. */
interface Choice {
  item: Item;
  folder: string;
  name: string;
  n: number;
}

const selectionOf = ({ kind, id, path }: Item) => ({
  linkId: ACME,
  sfids: kind === 'file' ? [id] : [],
  paths: kind === 'folder' ? [path] : [],
});

const onEntry = async (n: number, work: (id: string) => Promise<unknown>) => {
  const entry = pick(await items('trash'), n);
  if (entry !== undefined) await work(entry.id);
};

/** The calls of a step. They may be refused: steps run at the same time, and many of them meet the same items. */
const STEPS: Record<string, (choice: Choice) => Promise<unknown>> = {
  upload: async ({ folder, name, n }) =>
    transfer(ada, [await sendAndScan(ada, name, `${name} ${n % 5}`)], folder).catch(() => []),
  folder: ({ folder, name }) =>
    ada.call(organise.createFolder, { params: { recordId: ACME }, query: { name, path: folder } }),
  rename: ({ item, name }) =>
    item.kind === 'file'
      ? ada.call(organise.mergeFile, { body: { linkId: ACME, sfid: item.id, name } })
      : ada.call(organise.renameFolder, {
          params: { linkId: ACME },
          query: { path: item.parentPath, oriFolderName: item.name, newFolderName: name },
        }),
  move: ({ item, folder }) =>
    ada.call(organise.moveMerging, { body: { ...selectionOf(item), path: folder } }),
  copy: ({ item, folder }) =>
    ada.call(organise.copyMerging, { body: { ...selectionOf(item), path: folder } }),
  trash: ({ item }) => ada.call(organise.moveToTrash, { body: selectionOf(item) }),
  restore: ({ n }) => onEntry(n, (id) => ada.call(trash.restore, { body: [id] })),
  remove: ({ n }) => onEntry(n, (id) => ada.call(trash.remove, { query: { ids: id } })),
  purge: () => purgeRecord(vault.deps, ACME),
  version: ({ item, n }) =>
    ada.call(versions.remove, {
      params: { sfid: item.id },
      query: { versionId: pick(item.versions, n) ?? randomUUID() },
    }),
  share: ({ item }) => makeLink(vault, { externalIds: [item.id] }).catch(() => undefined),
};

const step = fc.record({
  kind: fc.constantFrom('upload', 'upload', ...Object.keys(STEPS)),
  at: fc.nat(50),
  to: fc.nat(50),
  name: fc.constantFrom('a', 'b', 'c.txt', 'd.txt'),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];

async function run({ kind, at, to, name }: Step): Promise<void> {
  const live = await items('live');
  const folders = live.filter((one) => one.kind === 'folder');
  const item = pick(live.slice(1), at) ?? live[0];
  if (item !== undefined) await STEPS[kind]?.({ item, folder: pick(folders, to)?.path ?? '', name, n: at });
}

/** How many of the calls have changed something, whether or not it is still there. */
async function recordedChanges(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit_entry where record_id = ${ACME} and outcome = 'success'`.execute(
    vault.database.kysely,
  );
  return rows[0]?.count ?? 0;
}

const check = () =>
  checkVault({
    database: vault.database,
    blobStore: vault.deps.blobStore,
    clock: systemClock,
    publicKey: async () => '',
  });

it('SAFE-01 random calls at the same time leave nothing to find, also for a check that runs beside them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 40 }), async (steps) => {
      const state = { isRunning: true };
      const checkOften = async () => {
        while (state.isRunning) expect((await check()).findings).toEqual([]);
      };
      const queue = steps.values();
      const worker = async () => {
        for (const one of queue) await run(one);
      };
      const working = Promise.all([worker(), worker(), worker()]).finally(() => {
        state.isRunning = false;
      });
      await Promise.all([working, checkOften()]);
      expect((await check()).findings).toEqual([]);
    }),
    { numRuns: 4 },
  );
  expect(await recordedChanges()).toBeGreaterThan(30);
});
