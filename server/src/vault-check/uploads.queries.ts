import { sql } from 'kysely';
import { BROKEN_ROWS, type Check, rowCheck } from './check.ts';

/** An upload that is not stored has lost nothing that the vault has acknowledged as stored. */
const SEND_AGAIN = 'Nothing stored is affected; the sender uploads the file again.';

export const UPLOAD_CHECKS: readonly Check[] = [
  rowCheck<{ key: string; uses: number }>({
    name: 'uploads.owner',
    rows: () => sql`
      select storage_key as key, count(*) as uses from (
        select storage_key from blob
        union all select storage_key from upload where storage_key is not null
        union all select storage_key from upload_chunk
      ) used group by storage_key having count(*) > 1`,
    text: ({ key, uses }) =>
      `The bytes ${key} belong to ${uses} rows of uploads and contents; the sweep could delete them.`,
    advice: BROKEN_ROWS,
  }),
  rowCheck<{ ownerId: string; key: string }>({
    name: 'uploads.bytes',
    rows: () => sql`
      select owner_id, key from upload
      where storage_key is not null and (size_bytes is null or sha256 is null or crc32 is null)`,
    text: ({ key, ownerId }) => `Upload ${key} of ${ownerId} has bytes without size and checksums.`,
    advice: SEND_AGAIN,
  }),
  rowCheck<{ ownerId: string; key: string; stored: number; counted: number }>({
    name: 'uploads.chunks',
    rows: () => sql`
      select u.owner_id, u.key, u.chunk_set_bytes as stored, coalesce(c.bytes, 0) as counted from upload u
      left join (
        select chunk_set_id, sum(size_bytes)::bigint as bytes, bool_and(is_next) as has_no_gap from (
          select chunk_set_id, size_bytes, position = coalesce(
            sum(size_bytes) over (partition by chunk_set_id order by position
              rows between unbounded preceding and 1 preceding), 0) as is_next
          from upload_chunk
        ) chunk group by chunk_set_id
      ) c on c.chunk_set_id = u.chunk_set_id
      where u.chunk_set_id is not null
        and (u.chunk_set_bytes <> coalesce(c.bytes, 0) or c.has_no_gap = false)`,
    text: ({ key, ownerId, stored, counted }) =>
      `Upload ${key} of ${ownerId} counts ${stored} received bytes; its chunks have ${counted}, or have a gap.`,
    advice: SEND_AGAIN,
  }),
];
