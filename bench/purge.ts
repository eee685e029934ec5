import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { contract } from '@vault/contract';
import type pg from 'pg';
import { makeFolder } from './support/pipeline.ts';
import { loadNow, printTable, saveResults } from './support/report.ts';
import { decimals, median, percentile, spread, whole } from './support/stats.ts';
import { RECORD_ID, startVault, type Vault } from './support/vault.ts';
import { insertFoldersWithFiles, insertFilesWithVersions } from './support/files-with-versions.ts';

const FOLDERS = 1000;
const PAGE_FILES = 200;
/** between two questions whether the rows are gone, and between two lists, in ms */
const PAUSE_MS = 5;

interface Round {
  /** from the reply to the permanent deletion to the last deleted row */
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
    const rounds: Round[] = [];
    for (let round = 0; round < Number(values.rounds); round += 1) {
      rounds.push(await measure(vault, database, { name: `Round ${round}`, files }));
    }
    const items = files + FOLDERS + 1;
    const table = [
      ['items', 'seconds', 'items/s', 'list p50 ms', 'list p99 ms'],
      [
        whole(items),
        spread(
          rounds.map(({ ms }) => ms / 1000),
          decimals(1),
        ),
        spread(
          rounds.map(({ ms }) => (items / ms) * 1000),
          whole,
        ),
        spread(
          rounds.map(({ lists }) => median(lists)),
          decimals(1),
        ),
        spread(
          rounds.map(({ lists }) => percentile(lists, 0.99)),
          decimals(1),
        ),
      ],
    ];
    printTable('permanent deletion of a folder, and lists of another folder beside it', table);
    await saveResults(`purge-${files}`, loadBefore, { table }, [
      {
        work: 'permanent deletion of a folder',
        unit: 'items/s',
        better: 'higher',
        values: rounds.map(({ ms }) => (items / ms) * 1000),
        goal: { value: 20_000 },
      },
      {
        work: 'lists during a deletion, p99',
        unit: 'ms',
        better: 'lower',
        values: rounds.map(({ lists }) => percentile(lists, 0.99)),
        goal: { value: 40 },
      },
    ]);
  } finally {
    await database.end();
    await vault.stop();
  }
}

async function measure(
  vault: Vault,
  database: pg.Client,
  { name, files }: { name: string; files: number },
): Promise<Round> {
  const { client } = vault;
  const top = await makeFolder(vault, name);
  await insertFoldersWithFiles(database, top, { folders: FOLDERS, files });
  await client.data(contract.organise.moveToTrash, { query: { ids: top } });
  await client.data(contract.trash.remove, { query: { ids: top } });
  const startedAt = performance.now();
  const lists: number[] = [];
  while (await isThere(database, top)) {
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

/** The folder itself is deleted last. */
async function isThere(database: pg.Client, id: string): Promise<boolean> {
  const { rows } = await database.query('select from item where record_id = $1 and id = $2', [RECORD_ID, id]);
  return rows.length > 0;
}
