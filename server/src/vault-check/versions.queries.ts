import { sql } from 'kysely';
import { BROKEN_ROWS, type Check, DERIVED, itemName, rowCheck } from './check.ts';
import { IS_KEPT, PURGED } from './purged.queries.ts';

interface FileRow {
  recordId: string;
  itemId: string;
}

interface SizeRow extends FileRow {
  stored: number;
  counted: number;
}

export const VERSION_CHECKS: readonly Check[] = [
  rowCheck<FileRow>({
    name: 'versions.current',
    rows: () => sql`
      with recursive ${PURGED}
      select i.record_id, i.id as item_id from item i
      left join version v on v.record_id = i.record_id and v.file_id = i.id and v.id = i.current_version_id
      where i.kind = 'file' and v.id is null and ${IS_KEPT}`,
    text: (row) => `File ${itemName(row)} has no current version.`,
    advice: BROKEN_ROWS,
  }),
  rowCheck<SizeRow>({
    name: 'versions.size',
    rows: () => sql`
      with recursive ${PURGED}
      select i.record_id, i.id as item_id, i.size_bytes as stored, v.size_bytes as counted from item i
      join version v on v.record_id = i.record_id and v.file_id = i.id and v.id = i.current_version_id
      where i.size_bytes <> v.size_bytes and ${IS_KEPT}`,
    text: (row) =>
      `File ${itemName(row)} is listed with ${row.stored} bytes; its current version has ${row.counted}.`,
    advice: DERIVED,
  }),
  rowCheck<SizeRow>({
    name: 'versions.count',
    rows: () => sql`
      with recursive ${PURGED}
      select i.record_id, i.id as item_id, i.version_count as stored, coalesce(v.counted, 0) as counted from item i
      left join (select record_id, file_id, count(*) as counted from version group by record_id, file_id) v
        on v.record_id = i.record_id and v.file_id = i.id
      where i.kind = 'file' and i.version_count <> coalesce(v.counted, 0) and ${IS_KEPT}`,
    text: (row) => `File ${itemName(row)} says that it has ${row.stored} versions; it has ${row.counted}.`,
    advice: DERIVED,
  }),
  rowCheck<FileRow & { versionId: string }>({
    name: 'versions.file',
    rows: () => sql`
      select v.record_id, v.file_id as item_id, v.id as version_id from version v
      left join (select record_id, id from item where kind = 'file') i
        on i.record_id = v.record_id and i.id = v.file_id
      where i.id is null`,
    text: (row) => `Version ${row.versionId} belongs to ${itemName(row)}, which is no file.`,
    advice: BROKEN_ROWS,
  }),
  rowCheck<FileRow & { versionId: string; stored: number; counted: number | null }>({
    name: 'versions.content',
    rows: () => sql`
      select v.record_id, v.file_id as item_id, v.id as version_id, v.size_bytes as stored, b.size_bytes as counted
      from version v left join blob b on b.id = v.blob_id
      where b.id is null or b.size_bytes <> v.size_bytes`,
    text: (row) => {
      const content = row.counted === null ? 'does not exist' : `has ${row.counted}`;
      return `Version ${row.versionId} of file ${itemName(row)} has ${row.stored} bytes, but its content ${content}.`;
    },
    advice: BROKEN_ROWS,
  }),
];
