import type pg from 'pg';

/** The contents of a large record. */
export interface LargeRecord {
  items: number;
  folders: number;
  files: number;
  /** a folder of the root with 10,000 files and no folders */
  flat: { id: string; name: string; files: number };
  /** a folder of the root with more than 100,000 items below it, for a million items in total */
  deep: { id: string; name: string; below: number };
  /** words that are in the names of few, some or many files */
  words: { rare: string; seldom: string; frequent: string };
  /** the start of the last day of changes, in the format of C03 */
  lastDay: string;
}

const FLAT_FILES = 10_000;
/** The number of folders in each folder, and the number of files in each folder. */
const FAN_OUT = 10;
const FILES_A_FOLDER = 99;

const folderId = (n: number | string) => `'fld' || lpad((${n})::text, 15, '0')`;
const fileId = (n: string) => `'fil' || lpad((${n})::text, 15, '0')`;

/**
 * Fills a record without uploads: a tree of folders with ten children each, evenly distributed files with one version
 * of the same blob, and correct counters. The blob has no bytes, because the bench does not read them.
 * @param items approximate total; at least 20,000
 */
export async function fillRecord(
  database: pg.Client,
  { recordId, items }: { recordId: string; items: number },
): Promise<LargeRecord> {
  const folders = Math.floor((items - FLAT_FILES) / (FILES_A_FOLDER + 1));
  const files = folders * FILES_A_FOLDER;
  await database.query('begin');
  await database.query(`
    create temporary table root as select root_id as id from record where id = '${recordId}';
    insert into blob (sha256, storage_key, size_bytes, crc32)
      values (sha256('the bench'), 'the-bench', 1000, 0) on conflict do nothing;
    insert into item (record_id, id, parent_id, kind, name, modified_at, modified_by)
    select '${recordId}', ${folderId('n')},
      case when n < ${FAN_OUT} then (select id from root) else ${folderId(`n / ${FAN_OUT}`)} end, 'folder',
      (array['Clients', 'Contracts', 'Tax', 'Letters', 'Payroll', 'Board', 'Bank'])[n % 7 + 1] || ' ' || n,
      timestamptz '2025-01-01 00:00Z' + n * interval '1 minute', 'Person ' || n % 40
    from generate_series(1, ${folders}) n;
    insert into item (record_id, id, parent_id, kind, name, modified_at, modified_by)
    select '${recordId}', ${folderId(0)}, id, 'folder', 'Ten thousand', now(), 'Ada Byron' from root;`);
  await insertFiles(database, {
    recordId,
    from: 1,
    to: files,
    parent: folderId(`1 + n % ${folders}`),
  });
  await insertFiles(database, { recordId, from: files + 1, to: files + FLAT_FILES, parent: folderId(0) });
  await database.query(`
    insert into version (record_id, file_id, id, row_id, blob_id, size_bytes, created_at, created_by, scanned_by)
    select record_id, id, current_version_id, 'ver' || substr(id, 4), (select id from blob where storage_key = 'the-bench'),
      size_bytes, modified_at, modified_by, 'bench'
    from item where record_id = '${recordId}' and kind = 'file';
    update record set max_folder_depth = 20, max_path_characters = 1000 where id = '${recordId}';`);
  await count(database, recordId);
  await database.query('drop table root; commit');
  await database.query('vacuum analyze item');
  await database.query('vacuum analyze version');
  const { rows } = await database.query<{ name: string; below: number }>(
    `with recursive below as (
       select id, name from item where record_id = $1 and id = ${folderId(1)}
       union all select i.id, i.name from below b join item i on i.record_id = $1 and i.parent_id = b.id
     ) select (array_agg(name))[1] as name, count(*)::int - 1 as below from below`,
    [recordId],
  );
  const { rows: times } = await database.query<{ lastDay: string }>(
    `select to_char(max(modified_at) - interval '1 day', 'YYYY-MM-DD HH24:MI:SS') as "lastDay"
     from item where record_id = $1 and kind = 'file'`,
    [recordId],
  );
  return {
    items: folders + 1 + files + FLAT_FILES,
    folders: folders + 1,
    files: files + FLAT_FILES,
    flat: { id: `fld${'0'.repeat(15)}`, name: 'Ten thousand', files: FLAT_FILES },
    deep: { id: `fld${'1'.padStart(15, '0')}`, name: rows[0]?.name ?? '', below: rows[0]?.below ?? 0 },
    words: { rare: 'zephyr', seldom: 'ledger', frequent: 'invoice' },
    lastDay: times[0]?.lastDay ?? '',
  };
}

/** Inserts files with deterministic names; every 20,000th has the rare word, and every 1,000th the seldom word. */
async function insertFiles(
  database: pg.Client,
  { recordId, from, to, parent }: { recordId: string; from: number; to: number; parent: string },
): Promise<void> {
  await database.query(`
    insert into item (record_id, id, parent_id, kind, name, modified_at, modified_by, external_id,
      current_version_id, version_count, size_bytes)
    select '${recordId}', ${fileId('n')}, ${parent}, 'file',
      case when n % 20000 = 7 then 'Zephyr' when n % 1000 = 3 then 'Ledger' else
        (array['Annual report', 'invoice', 'Tax return', 'Minutes', 'Contract', 'Bank statement', 'photo',
          'Offer'])[(n::bigint * 7919) % 8 + 1] end
        || ' ' || (n::bigint * 7919) % 1000003 || '.' || (array['pdf', 'docx', 'xlsx', 'png', 'txt'])[n % 5 + 1],
      timestamptz '2025-01-01 00:00Z' + n * interval '30 s' + (n::bigint * 7919) % 2880 * interval '1 minute', 'Person ' || n % 40,
      gen_random_uuid(), gen_random_uuid(), 1, n % 100000
    from generate_series(${from}, ${to}) n`);
}

/** Updates the counters of each folder: its folders, files and the bytes of its subtree. */
async function count(database: pg.Client, recordId: string): Promise<void> {
  await database.query(
    `update item f set folder_count = c.folders, file_count = c.files, subtree_bytes = c.bytes
     from (
       select parent_id, count(*) filter (where kind = 'folder') as folders,
         count(*) filter (where kind = 'file') as files, sum(size_bytes) as bytes
       from item where record_id = $1 and parent_id is not null group by parent_id
     ) c
     where f.record_id = $1 and f.id = c.parent_id`,
    [recordId],
  );
  await database.query(
    `with recursive up as (
       select id as origin, parent_id, subtree_bytes as bytes from item where record_id = $1 and kind = 'folder'
       union all
       select up.origin, i.parent_id, up.bytes from up join item i on i.record_id = $1 and i.id = up.parent_id
       where up.parent_id is not null
     ), sums as (select parent_id as id, sum(bytes) as bytes from up where parent_id is not null group by parent_id)
     update item f set subtree_bytes = f.subtree_bytes + sums.bytes
     from sums where f.record_id = $1 and f.id = sums.id`,
    [recordId],
  );
}
