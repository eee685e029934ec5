import type pg from 'pg';
import { indexesOf } from '../without-indexes.ts';

/** The items of each generated record: folders in the root, files in these folders. */
const FOLDERS = 2;
const FILES = 20;

/**
 * Names contain the words of the searches of the tests, so that a search that is not bound to its record finds them.
 */
const WORDS = "array['plan', 'second', 'invoice', 'letter', 'zebra']";

const padded = (kind: string, text: string) => `rpad('${kind}' || ${text}, 18, '0')`;
const recordId = (n: string) => padded('rec', `'N' || lpad(${n}::text, 5, '0')`);
const itemId = (kind: string, n: string, position: string) =>
  padded(kind, `'N' || lpad(${n}::text, 5, '0') || lpad((${position})::text, 3, '0')`);

/**
 * Adds records with folders, files, versions, texts, links, a trash, searches and audit entries, with correct counters.
 * Half of the files share one blob. The bytes of the blobs do not exist.
 * @param database a connection of a superuser: triggers and foreign keys are not checked
 * @param records their number
 * @param makerId the account that has made them
 */
export async function addManyRecords(
  database: Pick<pg.Client, 'query'>,
  { records, makerId }: { records: number; makerId: string },
): Promise<void> {
  const each = `generate_series(1, ${records}) n`;
  const files = `${each}, generate_series(1, ${FILES}) f`;
  // Every tenth file is in the trash.
  const isTrashed = 'f % 10 = 0';
  // Building them after the rows takes a fifth of the time.
  const indexes = await indexesOf(database, ['item', 'version']);
  await database.query(`
    begin;
    ${indexes.map(({ name }) => `drop index ${name}`).join(';')};
    set local session_replication_role = replica;
    insert into blob (sha256, storage_key, size_bytes, crc32) values (sha256('shared'), 'many-shared', 100, 0);
    insert into blob (sha256, storage_key, size_bytes, crc32)
      select sha256(('many' || n)::bytea), 'many-' || n, 100, 0 from ${each};
    insert into record (id, name, root_id, stored_bytes, max_folder_depth, max_path_characters)
      select ${recordId('n')}, 'Client ' || n, ${itemId('fld', 'n', '0')}, ${FILES * 100}, 1, 100 from ${each};
    insert into item (record_id, id, parent_id, kind, name, modified_at, modified_by, folder_count, file_count, subtree_bytes)
      select ${recordId('n')}, ${itemId('fld', 'n', 'f')}, case when f > 0 then ${itemId('fld', 'n', '0')} end, 'folder',
        case when f = 0 then 'Files' else 'Folder ' || f end, now(), 'Ada Byron',
        case when f = 0 then ${FOLDERS} else 0 end, case when f = 0 then 0 else ${(FILES / FOLDERS) * 0.9} end,
        case when f = 0 then ${FILES * 0.9 * 100} else ${(FILES / FOLDERS) * 0.9 * 100} end
      from ${each}, generate_series(0, ${FOLDERS}) f;
    insert into item (record_id, id, parent_id, kind, name, modified_at, modified_by, external_id, current_version_id,
        version_count, size_bytes, trashed_at)
      select ${recordId('n')}, ${itemId('fil', 'n', 'f')}, ${itemId('fld', 'n', `1 + (f - 1) / ${FILES / FOLDERS}`)}, 'file',
        (${WORDS})[1 + f % 5] || ' ' || f || '.txt', now(), 'Ada Byron', gen_random_uuid(), gen_random_uuid(), 1, 100,
        case when ${isTrashed} then now() end
      from ${files};
    insert into version (record_id, file_id, id, row_id, blob_id, size_bytes, created_at, created_by, scanned_by)
      select i.record_id, i.id, i.current_version_id, 'ver' || substr(i.id, 4), b.id, 100, now(), 'Ada Byron', 'test'
      from item i join blob b on b.storage_key = case when right(i.id, 10) < '02' then 'many-shared'
        else 'many-' || ltrim(substr(i.record_id, 5, 5), '0') end
      where i.kind = 'file' and i.id like 'filN%';
    insert into trash (record_id, item_id, original_path, deleted_at, deleted_by_id, deleted_by, kind, name, size_bytes)
      select record_id, id, '', now(), '${makerId}', 'Ada Byron', 'file', name, 100 from item
      where trashed_at is not null and id like 'filN%';
    insert into document_text (record_id, blob_id, content, words)
      select distinct record_id, blob_id, 'a plan in an invoice', to_tsvector('simple', 'a plan in an invoice') from version
      where file_id like 'filN%';
    insert into link (record_id, id, kind, token_hash, token_sealed, is_public, allow_download, allow_edit, notify,
        add_name, message, folder_id, name, location, created_at, created_by_id, created_by)
      select ${recordId('n')}, ${padded('lnk', "'N' || lpad(n::text, 5, '0')")}, 'SHARE', sha256(('link' || n)::bytea), '',
        true, true, false, false, false, '', ${itemId('fld', 'n', '1')}, 'Folder 1', '', now(), '${makerId}', 'Ada Byron'
      from ${each};
    insert into link_item (record_id, link_id, position, item_id, kind, name)
      select record_id, id, 0, folder_id, 'folder', name from link where id like 'lnkN%';
    insert into link_recipient (record_id, link_id, position, email)
      select record_id, id, 0, 'client@example.test' from link where id like 'lnkN%';
    insert into recent_search (record_id, id, words, account_id, account_name)
      select ${recordId('n')}, ${padded('acc', "'N' || lpad(n::text, 5, '0')")}, 'plan', '${makerId}', 'Ada Byron' from ${each};
    insert into audit_entry (action, outcome, record_id, actor_kind, object_kind, object_id, details, personal, personal_salt,
        personal_hash)
      select 'file.preview', 'success', record_id, 'person', 'file', id, '{}'::jsonb, '{"name": "Ada Byron"}'::jsonb, ''::bytea,
        sha256('')
      from item where id like 'filN%' and name like 'plan 5.%'
      union all
      select 'item.rename', 'success', id, 'system', null, null, '{}', '{}', '', sha256('') from record where id like 'recN%';
    insert into download_ticket (id, record_id, account_id, accessor, name, form, entries, expires_at)
      select 'many-' || n, ${recordId('n')}, '${makerId}', 'Ada Byron', 'a.zip', 'zip', '[]', now() + interval '1 h'
      from ${each};
    insert into upload (owner_id, key, name, state, expires_at)
      select ${padded('usr', "'N' || lpad(n::text, 5, '0')")}, 'many', 'a.txt', 'prepared', now() + interval '1 h' from ${each};
    ${indexes.map(({ definition }) => definition).join(';')};
    commit`);
}

/** Opens the added records to an account. */
export async function openManyRecords(database: Pick<pg.Client, 'query'>, accountId: string): Promise<void> {
  await database.query(
    `insert into membership (account_id, record_id)
     select $1, id from record where starts_with(id, 'recN') on conflict do nothing`,
    [accountId],
  );
}
