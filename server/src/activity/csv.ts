import type { ActivityEntry } from '@vault/contract';
import { csvHead, csvLine } from '../links/index.ts';
import type { Database } from '../platform/database/index.ts';
import { listEntries } from './list.ts';
import type { AllowedExport } from './signed.ts';

const ROWS_AT_ONCE = 500;
const HEAD = [
  'Entry',
  'Time (UTC)',
  'Action',
  'Outcome',
  'Actor',
  'Name',
  'E-mail',
  'Account',
  'Client address',
  'User agent',
  'Record',
  'Record id',
  'Object',
  'Object name',
  'Object path',
  'Object id',
  'Link',
  'Link id',
  'Visit',
  'Details',
  'About people',
  'Request',
];

/**
 * AUDIT-05: yields the entries of a filter as lines of a CSV file (RFC 4180), newest first, in batches. Formulas are
 * defused. Each batch is checked (GUARD-30); entries that are added during the export are newer than its first.
 */
export async function* activityLines(
  database: Pick<Database, 'kysely'>,
  { wanted, mustContinue }: AllowedExport<'activity'>,
): AsyncGenerator<string> {
  yield csvHead(HEAD);
  let after: string | null = null;
  do {
    // oxlint-disable-next-line no-await-in-loop -- before each batch
    if (after !== null) await mustContinue();
    // oxlint-disable-next-line no-await-in-loop -- the batches follow each other
    const page = await listEntries(database, { filter: wanted, after, size: ROWS_AT_ONCE });
    yield page.entries.map((entry) => csvLine(cellsOf(entry))).join('');
    after = page.next;
  } while (after !== null);
}

const factsOf = (facts: object): string => (Object.keys(facts).length === 0 ? '' : JSON.stringify(facts));

function cellsOf(entry: ActivityEntry): string[] {
  const { actor, record, link, object } = entry;
  return [
    String(entry.id),
    entry.at,
    entry.action,
    entry.outcome,
    actor.kind,
    actor.name,
    actor.email,
    actor.id,
    actor.address,
    actor.agent,
    record?.name,
    record?.sfid,
    object?.kind,
    object?.name,
    object?.path,
    object?.id,
    link?.name,
    link?.sfid,
    entry.visitId,
    factsOf(entry.details),
    factsOf(entry.personal),
    entry.requestId,
  ].map((cell) => cell ?? '');
}
