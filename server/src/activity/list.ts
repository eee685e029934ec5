import { ACTIVITY_CHOICES, type ActivityEntry, type ActivityFilter } from '@vault/contract';
import type { Database } from '../platform/database/index.ts';
import {
  type EntryKey,
  findPeople,
  findRecords,
  lastScanned,
  type ListedEntry,
  selectEntries,
} from './list.queries.ts';

type Reads = Pick<Database, 'kysely'>;

/** A page of the activity. */
export interface ActivityPage {
  entries: ActivityEntry[];
  /** null at the end */
  next: string | null;
  /** null when the page is full, or the last */
  searchedTo: string | null;
}

interface PageInput {
  filter: ActivityFilter;
  /** `next` of the page before; null for the newest */
  after: string | null;
  size: number;
}

/**
 * C115, AUDIT-05: returns a page of the entries of a filter, newest first. A page begins after an entry, not at a
 * number, and reads a bounded number of entries, so its time does not grow with the audit.
 */
export async function listEntries(
  { kysely }: Reads,
  { filter, after, size }: PageInput,
): Promise<ActivityPage> {
  const search = { filter, after: keyOf(after) };
  const rows = await selectEntries(kysely, search, size);
  const entries = rows.map(presentEntry);
  const last = rows.at(-1);
  if (last !== undefined && rows.length === size) {
    return { entries, next: textOf({ at: last.at, id: String(last.id) }), searchedTo: null };
  }
  const reached = await lastScanned(kysely, search);
  if (reached === null) return { entries, next: null, searchedTo: null };
  return { entries, next: textOf(reached), searchedTo: reached.at.toISOString() };
}

const textOf = ({ at, id }: EntryKey): string => `${at.getTime()}-${id}`;

function keyOf(text: string | null): EntryKey | null {
  if (text === null) return null;
  const [time = '', id = ''] = text.split('-');
  return { at: new Date(Number(time)), id };
}

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function presentEntry(row: ListedEntry): ActivityEntry {
  const { name, email, address, agent, ...personal } = row.personal ?? {};
  const namedBy = (id: string | null, text: string | null) => id && { sfid: id, name: text ?? '' };
  return {
    id: row.id,
    at: row.at.toISOString(),
    action: row.action,
    outcome: row.outcome,
    actor: {
      kind: row.actorKind,
      id: row.personId,
      name: textIn(name),
      email: textIn(email),
      address: textIn(address),
      agent: textIn(agent),
    },
    record: namedBy(row.recordId, row.recordName) || null,
    link: namedBy(row.linkId, row.linkName) || null,
    visitId: row.visitId,
    object: objectOf(row, textIn(personal['personName'])),
    details: row.details,
    personal,
    requestId: row.requestId,
    redacted: row.personal === null,
  };
}

function objectOf(row: ListedEntry, personName: string | null): ActivityEntry['object'] {
  const { objectKind: kind, objectId: id, objectName, objectPath: path, accountName } = row;
  if (kind === null || id === null) return null;
  return { kind, id, name: objectName ?? personName ?? accountName, path };
}

/** C116: returns records and people for the filters, by part of a name. */
export async function filterChoices({ kysely }: Reads, search: string) {
  const part = search.trim();
  return {
    records: await findRecords(kysely, part, ACTIVITY_CHOICES),
    people: await findPeople(kysely, part, ACTIVITY_CHOICES),
  };
}
