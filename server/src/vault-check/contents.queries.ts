import { sql } from 'kysely';
import { type Check, rowCheck } from './check.ts';
import { NO_USE, type Use } from './references.queries.ts';

/** An advice for what the nightly sweep has left behind. */
export const SWEEP_JOB =
  'Look for failed jobs with npm run vault -- status; the nightly job sweep-all-blobs deletes them.';
/** Longer than the nightly sweep and its grace period of two days need. */
const LEFT_BEHIND_MS = 96 * 60 * 60_000;

/** What is stored before this time and has no use should have been deleted by the sweep. */
export const leftBehindSince = (now: Date): Date => new Date(now.getTime() - LEFT_BEHIND_MS);

export const CONTENT_CHECKS: readonly Check[] = [
  rowCheck<Use & { key: string; damagedAt: Date }>({
    name: 'blobs.damaged',
    rows: () => sql`
      select b.storage_key as key, b.damaged_at, v.versions, v.file_id, v.record_id from blob b
      cross join lateral (
        select count(*) as versions, min(file_id) as file_id, min(record_id) as record_id from version
        where blob_id = b.id
      ) v
      where b.damaged_at is not null order by b.damaged_at`,
    text: ({ key, damagedAt, versions, fileId, recordId }) =>
      `The bytes ${key} were found damaged at ${damagedAt.toISOString()}; ${usesText({ versions, fileId, recordId })}.`,
    advice: 'Restore or upload the content again as docs/logs.md (A damaged blob) shows.',
  }),
  rowCheck<{ key: string }>({
    name: 'blobs.unused',
    rows: ({ clock }) => sql`
      select b.storage_key as key from blob b
      where b.used_at < ${leftBehindSince(clock.now())}
        and not exists (select from released_blob r where r.blob_id = b.id)
        and not exists (select from version v where v.blob_id = b.id)
        and not exists (select from kept_version k where k.blob_id = b.id)
        and not exists (select from rendering r where r.blob_id = b.id)`,
    text: ({ key }) => `The bytes ${key} are used by no file, and the nightly sweep has not deleted them.`,
    advice: SWEEP_JOB,
  }),
];

/** 'file fil… of record rec… uses them' */
export function usesText(use: Use = NO_USE): string {
  if (use.versions === 0) return 'no version of a file uses them';
  const others = use.versions === 1 ? '' : ` and ${use.versions - 1} more versions`;
  return `file ${use.fileId} of record ${use.recordId}${others} ${use.versions === 1 ? 'uses' : 'use'} them`;
}
