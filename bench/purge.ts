import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { contract } from '@vault/contract';
import type pg from 'pg';
import { must } from './support/must.ts';
import { makeFolder } from './support/pipeline.ts';
import { deleteByPlainSql } from './support/plain-sql.ts';
import { loadNow, printTable, saveResults } from './support/report.ts';
import { decimals, median, percentile, spread, whole } from './support/stats.ts';
import { RECORD_ID, startVault, type Vault } from './support/vault.ts';
import { insertFoldersWithFiles, insertFilesWithVersions } from './support/files-with-versions.ts';

const FOLDERS = 1000;
const PAGE_FILES = 200;
/** plain SQL deletes so many folders in a statement */
const FOLDERS_AT_ONCE = 10;
/** between two questions whether the rows are gone, and between two lists, in ms */
const PAUSE_MS = 5;

interface Round {
  /** from the reply to the permanent deletion, or the first statement of plain SQL, to the last deleted row */
  ms: number;
  /** of each list call during it */
  lists: number[];
}

/**
 * Measures how fast the rows of a permanently deleted folder are deleted, and the lists of a client beside it
 * (SAFE-13).
 */
export async function purge(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { files: { type: 'string', default: '100000' }, rounds: { type: 'string', default: '3' } },
  });
  const files = Number(values.files);
  const loadBefore = loadNow();
  const vault = await startVault();
  const database = await vault.connectDatabase();
  try {
    const stays = await makeFolder(vault, 'Stays');
    await insertFilesWithVersions(database, [stays], PAGE_FILES);
    const [rounds, plain]: [Round[], Round[]] = [[], []];
    for (let round = 0; round < Number(values.rounds); round += 1) {
      const folder = { name: `Round ${round}`, files };
      rounds.push(await measure(vault, database, { ...folder, remove: removeByVault }));
      const other = { name: `Plain ${round}`, files };
      plain.push(await measure(vault, database, { ...other, remove: removeByPlainSql }));
    }
    const items = files + FOLDERS + 1;
    const rates = (measured: readonly Round[]) => measured.map(({ ms }) => (items / ms) * 1000);
    const table = [
      ['deletion by', 'items', 'seconds', 'items/s', 'list p50 ms', 'list p99 ms'],
      ['the vault', ...rowOf(items, rounds)],
      ['plain SQL', ...rowOf(items, plain)],
    ];
    printTable('permanent deletion of a folder, and lists of another folder beside it', table);
    await saveResults(`purge-${files}`, loadBefore, { table }, [
      {
        work: 'permanent deletion of a folder',
        unit: 'items/s',
        better: 'higher',
        values: rates(rounds),
        reference: { name: 'plain SQL', values: rates(plain) },
        goal: { value: 20_000 },
      },
      {
        work: 'lists during a deletion, p99',
        unit: 'ms',
        better: 'lower',
        values: rounds.map(({ lists }) => percentile(lists, 0.99)),
        reference: { name: 'plain SQL', values: plain.map(({ lists }) => percentile(lists, 0.99)) },
        goal: { value: 40 },
      },
    ]);
  } finally {
    await database.end();
    await vault.stop();
  }
}

function rowOf(items: number, rounds: readonly Round[]): string[] {
  const each = (take: (round: Round) => number, format: (value: number) => string) =>
    spread(rounds.map(take), format);
  return [
    whole(items),
    each(({ ms }) => ms / 1000, decimals(1)),
    each(({ ms }) => (items / ms) * 1000, whole),
    each(({ lists }) => median(lists), decimals(1)),
    each(({ lists }) => percentile(lists, 0.99), decimals(1)),
  ];
}

interface RemovedFolder {
  id: string;
  /** the number of files in it */
  files: number;
}

/** Deletes a folder with what is in it. @returns when the deletion begins; `isOver` says whether it has ended */
type Remove = (
  vault: Vault,
  database: pg.Client,
  folder: RemovedFolder,
) => Promise<{ startedAt: number; isOver: () => Promise<boolean> }>;

/** Deletes permanently by two calls; a job of the vault deletes the rows, the folder itself last. */
const removeByVault: Remove = async ({ client }, database, { id: ids }) => {
  await client.data(contract.organise.moveToTrash, { query: { ids } });
  await client.data(contract.trash.remove, { query: { ids } });
  return { startedAt: performance.now(), isOver: async () => !(await isThere(database, ids)) };
};

const removeByPlainSql: Remove = async (vault, _, { id, files }) => {
  const database = await vault.connectDatabase();
  const { rows } = await database.query<{ id: string }>(
    'select id from item where record_id = $1 and parent_id = $2',
    [RECORD_ID, id],
  );
  const folderIds = rows.map((folder) => folder.id);
  const startedAt = performance.now();
  let isOver = false;
  const ended = deleteByPlainSql(database, { folderIds, foldersAtOnce: FOLDERS_AT_ONCE })
    .then((deleted) => must(deleted === files, `plain SQL deleted ${deleted} of ${files} files`))
    .then(() => database.end())
    .finally(() => {
      isOver = true;
    });
  return {
    startedAt,
    isOver: async () => {
      if (isOver) await ended;
      return isOver;
    },
  };
};

async function measure(
  vault: Vault,
  database: pg.Client,
  { name, files, remove }: { name: string; files: number; remove: Remove },
): Promise<Round> {
  const { client } = vault;
  const top = await makeFolder(vault, name);
  await insertFoldersWithFiles(database, top, { folders: FOLDERS, files });
  const { startedAt, isOver } = await remove(vault, database, { id: top, files });
  const lists: number[] = [];
  while (!(await isOver())) {
    const listedAt = performance.now();
    await client.data(contract.files.list, {
      params: { recordId: RECORD_ID },
      query: { parentFolder: 'Stays', size: '50' },
    });
    lists.push(performance.now() - listedAt);
    await sleep(PAUSE_MS);
  }
  return { ms: performance.now() - startedAt, lists };
}

async function isThere(database: pg.Client, id: string): Promise<boolean> {
  const { rows } = await database.query('select from item where record_id = $1 and id = $2', [RECORD_ID, id]);
  return rows.length > 0;
}
