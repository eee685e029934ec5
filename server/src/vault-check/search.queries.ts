import { sql } from 'kysely';
import { type Check, rowCheck } from './check.ts';

/** Indexes on which searches and the rule of one name in a folder rely. */
const INDEXES = ['document_text_words', 'item_live_name', 'item_name_parts', 'item_search_name'];

export const SEARCH_CHECKS: readonly Check[] = [
  rowCheck<{ name: string }>({
    name: 'search.index',
    rows: () => sql`
      select wanted.name from unnest(${sql.lit(`{${INDEXES.join(',')}}`)}::text[]) as wanted (name)
      where not exists (
        select from pg_index x
        where x.indexrelid = to_regclass(quote_ident(wanted.name)) and x.indisvalid and x.indisready
      )`,
    text: ({ name }) => `The index ${name} is missing or not complete.`,
    advice: 'Run in the database: reindex index with that name; if it is missing, restore the last backup.',
  }),
  rowCheck<{ stored: string; actual: string }>({
    name: 'search.collation',
    rows: () => sql`
      select datcollversion as stored, pg_database_collation_actual_version(oid) as actual from pg_database
      where datname = current_database() and datcollversion <> pg_database_collation_actual_version(oid)`,
    text: ({ stored, actual }) =>
      `The order of texts has changed from version ${stored} to ${actual} with an update, so indexes can be wrong.`,
    advice:
      'Stop the vault, and run in the database: reindex database; alter database … refresh collation version.',
  }),
  rowCheck<{ recordId: string; blobId: number }>({
    name: 'search.text',
    rows: () => sql`
      select d.record_id, d.blob_id from document_text d
      where not exists (select from version v where v.record_id = d.record_id and v.blob_id = d.blob_id)`,
    text: ({ recordId, blobId }) =>
      `Record ${recordId} has the text of content ${blobId}, which none of its files has.`,
    advice: 'Delete this row of document_text; no search shows it.',
  }),
  rowCheck<{ recordId: string; blobId: number }>({
    name: 'search.words',
    rows: () => sql`
      select record_id, blob_id from document_text
      where words = ''::tsvector and content ~ '(^|\s)[[:alnum:]]{1,50}(\s|$)'`,
    text: ({ recordId, blobId }) =>
      `The text of content ${blobId} in record ${recordId} has no words to search for.`,
    advice: 'Delete this row of document_text; the text is read again in the next night.',
  }),
];
