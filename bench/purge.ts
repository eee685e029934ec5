import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { contract } from '@vault/contract';
import type pg from 'pg';
import { makeFolder } from './support/pipeline.ts';
import { loadNow, printTable, saveResults } from './support/report.ts';
import { decimals, median, percentile, spread, whole } from './support/stats.ts';
import { RECORD_ID, startVault, type Vault } from './support/vault.ts';

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

/** Measures how fast the rows of a permanently deleted folder are deleted, and the lists of a client beside it (SAFE-13). */
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
    await insertFiles(database, [stays], PAGE_FILES);
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
  const { rows } = await database.query<{ id: string }>(
    `insert into item (record_id, id, parent_id, kind, name, modified_at, modified_by)
     select $1, 'fld' || substr(md5(random()::text), 1, 15), $2, 'folder', 'Folder ' || n, now(), 'Bench'
     from generate_series(1, ${FOLDERS}) n returning id`,
    [RECORD_ID, top],
  );
  await database.query('update item set folder_count = $2 where id = $1', [top, FOLDERS]);
  await insertFiles(
    database,
    rows.map(({ id }) => id),
    files,
  );
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

/** Inserts files with one version each, whose contents have no bytes, because only rows are deleted. */
async function insertFiles(database: pg.Client, folderIds: readonly string[], count: number): Promise<void> {
  await database.query(
    `with made as (
       insert into item (record_id, id, parent_id, kind, name, modified_at, modified_by, external_id, current_version_id,
         version_count, size_bytes)
       select $1, 'fil' || substr(md5(random()::text || n), 1, 15), ($2::text[])[1 + n % cardinality($2::text[])], 'file',
         'Document ' || n || ' of the year.pdf', now(), 'Bench', gen_random_uuid(), gen_random_uuid(), 1, 1000
       from generate_series(1, $3::int) n returning id, parent_id, current_version_id
     ), numbered as (
       select *, row_number() over () as n from made
     ), contents as (
       insert into blob (sha256, storage_key, size_bytes, crc32)
       select sha256((random()::text || n)::bytea), md5(random()::text || n), 1000, 0 from generate_series(1, $3::int) n
       returning id
     ), content as (
       select id, row_number() over () as n from contents
     )
     insert into version (record_id, file_id, id, row_id, blob_id, size_bytes, created_at, created_by, scanned_by)
     select $1, numbered.id, current_version_id, 'ver' || substr(md5(random()::text || n), 1, 15), content.id, 1000, now(),
       'Bench', 'bench'
     from numbered join content using (n)`,
    [RECORD_ID, folderIds, count],
  );
  await database.query(
    `update item set file_count = (select count(*) from item f where f.record_id = $1 and f.parent_id = item.id)
     where record_id = $1 and id = any($2::text[])`,
    [RECORD_ID, folderIds],
  );
  await database.query('vacuum analyze');
}
