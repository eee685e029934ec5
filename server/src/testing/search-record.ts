import type { FileSortField } from '@vault/contract';
import { sql } from 'kysely';
import type { Search } from '../search/index.ts';
import type { Database } from '../platform/database/index.ts';

/** Words of names and texts, with the number of files and of folders below FOLDERS.sub that contain them. */
const COUNTS = { single: 1, almost: 999, exactly: 1000, beyond: 1001 };
export const WORDS = ['', 'absent', ...Object.keys(COUNTS), 'ex', 'b'];

const idOf = (kind: string, name: string) => (kind + name).padEnd(18, '0');
/** `part` has more than 5,000 folders below it; `sub` is in `part` and has no nested folders. */
export const FOLDERS = { part: idOf('fld', 'Part'), sub: idOf('fld', 'Sub') };
const OTHER = idOf('fld', 'Other');
const BIN = idOf('fld', 'Bin');

const START = new Date('2026-01-01T00:00:00.000Z');
const SPAN_MINUTES = 5000;
export const TIMES = [0.2, 0.6, 2].map((at) => new Date(START.getTime() + at * SPAN_MINUTES * 60_000));

/** Attributes of the nth item: sizes, times and people repeat, so that sort orders need a unique last key. */
const attributes = sql`
  ${START}::timestamptz + (n * 7919) % ${SPAN_MINUTES} * interval '1 minute', 'Person ' || n % 7`;

interface Items {
  recordId: string;
  parentId: string | null;
  prefix: string;
  name: string;
  count: number;
}

async function insertFolders({ kysely }: Database, { recordId, parentId, prefix, name, count }: Items) {
  await sql`
    insert into item (record_id, id, parent_id, kind, name, modified_at, modified_by, subtree_bytes)
    select ${recordId}, rpad(${prefix} || lpad(n::text, 6, '0'), 18, '0'), ${parentId}, 'folder',
      ${name} || ' ' || (n * 31) % 1009 || ' ' || n, ${attributes}, n % 13
    from generate_series(1, ${count}) n`.execute(kysely);
}

async function insertFiles({ kysely }: Database, { recordId, parentId, prefix, name, count }: Items) {
  await sql`
    insert into item (record_id, id, parent_id, kind, name, modified_at, modified_by, external_id,
      current_version_id, version_count, size_bytes)
    select ${recordId}, rpad(${prefix} || lpad(n::text, 6, '0'), 18, '0'), ${parentId}, 'file',
      ${name} || ' ' || (n * 31) % 1009 || ' ' || n || '.txt', ${attributes}, gen_random_uuid(), gen_random_uuid(), 1, n % 17
    from generate_series(1, ${count}) n`.execute(kysely);
}

/** Adds a text to each file of a prefix, in its current version or in an older one. */
async function insertTexts(
  { kysely }: Database,
  {
    recordId,
    prefix,
    text,
    isCurrent,
  }: { recordId: string; prefix: string; text: string; isCurrent: boolean },
) {
  await sql`
    with file as materialized (
      select id, case when ${isCurrent} then current_version_id else gen_random_uuid() end as version_id
      from item where record_id = ${recordId} and id like ${`${prefix}%`} and kind = 'file'
    ), stored as (
      insert into blob (sha256, storage_key, size_bytes, crc32)
      select sha256((${recordId} || version_id)::bytea), ${recordId} || version_id, 1, 0 from file
      returning id, storage_key
    ), versions as (
      insert into version (record_id, file_id, id, row_id, blob_id, size_bytes, created_at, created_by, scanned_by)
      select ${recordId}, file.id, version_id, 'ver' || substr(file.id, 4), stored.id, 1, ${START}, 'test', 'test'
      from file join stored on storage_key = ${recordId} || version_id
    )
    insert into document_text (record_id, blob_id, content, words)
    select ${recordId}, id, ${text}, to_tsvector('simple', ${text}) from stored`.execute(kysely);
}

/**
 * Fills an empty record for searches. For each word of COUNTS, that number of files and of folders below FOLDERS.sub
 * have the word in their names, and that number of files have it in their texts; one more item with the word is
 * elsewhere. Some of the items are in the trash; with `hasTrash` also some below a folder in the trash. Counters of
 * folders are not updated.
 */
export async function seedSearchRecord(
  database: Database,
  recordId: string,
  { hasTrash }: { hasTrash: boolean },
): Promise<void> {
  await insertFolderTree(database, recordId);
  for (const [index, [word, count]] of Object.entries(COUNTS).entries()) {
    const at = (kind: string, parentId: string, number = count): Items => {
      return { recordId, parentId, prefix: `fil${index}${kind}`, name: word, count: number };
    };
    await insertFolders(database, at('A', FOLDERS.sub));
    await insertFiles(database, at('B', FOLDERS.sub));
    await insertFiles(database, { ...at('C', FOLDERS.sub), name: `paper${index}` });
    await insertTexts(database, {
      recordId,
      prefix: `fil${index}C`,
      text: `the ${word} thing`,
      isCurrent: true,
    });
    await insertFiles(database, at('D', OTHER, 1));
    await insertTexts(database, { recordId, prefix: `fil${index}D`, text: `${word}ly`, isCurrent: true });
    await insertFiles(database, { ...at('E', FOLDERS.sub, 2), name: `old${index}` });
    await insertTexts(database, { recordId, prefix: `fil${index}E`, text: word, isCurrent: false });
    await insertFiles(database, { ...at('F', FOLDERS.sub, 2), name: `${word} deleted` });
    if (hasTrash) await insertFiles(database, at('G', BIN, 3));
  }
  await sql`
    update item set trashed_at = ${START}
    where record_id = ${recordId} and (id like 'fil_F%' or id = ${BIN} and ${hasTrash})`.execute(
    database.kysely,
  );
}

async function insertFolderTree(database: Database, recordId: string) {
  const places = [
    { id: FOLDERS.part, parentId: null, name: 'Part' },
    { id: FOLDERS.sub, parentId: FOLDERS.part, name: 'Sub' },
    { id: OTHER, parentId: null, name: 'Other' },
    { id: BIN, parentId: null, name: 'Bin' },
  ];
  for (const { id, parentId, name } of places) {
    await sql`
      insert into item (record_id, id, parent_id, kind, name, modified_at, modified_by)
      select id, ${id}, coalesce(${parentId}, root_id), 'folder', ${name}, ${START}, 'Ada' from record
      where id = ${recordId}`.execute(database.kysely);
  }
  await insertFolders(database, {
    recordId,
    parentId: FOLDERS.part,
    prefix: 'fldBox',
    name: 'box',
    count: 5100,
  });
}

/** Adds many files named 'flood' below FOLDERS.part, in steps within the time limit of a statement. */
export async function seedFlood(database: Database, recordId: string, count: number): Promise<void> {
  const step = 10_000;
  for (let from = 0; from < count; from += step) {
    const prefix = `filFlood${String(from / step).padStart(2, '0')}`;
    await insertFiles(database, {
      recordId,
      parentId: FOLDERS.part,
      prefix,
      name: `flood ${from}`,
      count: step,
    });
  }
}

const ORDERS: Record<FileSortField, readonly string[]> = {
  name: ['name_key', 'name', 'id'],
  size: ["case kind when 'folder' then subtree_bytes else size_bytes end", 'id'],
  createddate: ['modified_at', 'id'],
  uploadedBy: ['modified_by_key', 'id'],
};

/**
 * @returns the ids of all hits in order, found by checking each item of the record. Only hash joins are used: with old
 *   statistics PostgreSQL compared each folder with all others of its record.
 */
export async function searchBySql(
  { kysely }: Database,
  { recordId, words, criteria, items, folderId, from, to, sort }: Omit<Search, 'page' | 'size'>,
): Promise<string[]> {
  const order = ORDERS[sort.field].map((key) => `${key} ${sort.descending ? 'desc' : 'asc'}`).join(', ');
  const isNamed = sql`strpos(name_key, lower(${words})) > 0`;
  const hasText = sql`i.id in (select file_id from with_text)`;
  const matches = { NAME: isNamed, CONTENT: hasText, ALL: sql`(${isNamed} or ${hasText})` }[criteria];
  const check = sql<{ id: string }>`
    with recursive live as (
      select record_id, id, ${folderId}::text is null or id = ${folderId} as is_in from item
      where record_id = ${recordId} and parent_id is null
      union all
      select c.record_id, c.id, live.is_in or c.id = ${folderId} from live join item c
        on c.record_id = live.record_id and c.parent_id = live.id and c.kind = 'folder' and c.trashed_at is null
    ), with_text as materialized (
      select v.file_id from document_text d
      join version v on v.record_id = d.record_id and v.blob_id = d.blob_id
      join item f on f.record_id = v.record_id and f.id = v.file_id and f.current_version_id = v.id
      where d.record_id = ${recordId} and d.content ~* (${String.raw`\m`} || ${words})
    )
    select i.id from live join item i on i.record_id = live.record_id and i.parent_id = live.id
    where live.is_in and i.trashed_at is null and ${items} like '%' || upper(kind) || '%'
      and modified_at >= coalesce(${from}::timestamptz, '-infinity') and modified_at <= coalesce(${to}::timestamptz, 'infinity')
      and ${words === '' ? sql`true` : matches}
    order by case kind when 'folder' then 0 else 1 end, ${sql.raw(order)}`;
  const { rows } = await kysely.transaction().execute(async (tx) => {
    await sql`set local enable_nestloop = off`.execute(tx);
    await sql`set local enable_mergejoin = off`.execute(tx);
    return check.execute(tx);
  });
  return rows.map(({ id }) => id);
}
