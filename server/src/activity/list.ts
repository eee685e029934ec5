import { ACTIVITY_CHOICES, type ActivityEntry, type ActivityFilter } from '@vault/contract';
import type { ReadSource } from '../platform/database/index.ts';
import {
  type EntryKey,
  findPeople,
  findRecords,
  lastScanned,
  type ListedEntry,
  type Search,
  selectEntries,
} from './list.queries.ts';

/** A page of the activity. */
export interface ActivityPage {
  entries: ActivityEntry[];
  /** null at the end */
  next: string | null;
  /** null at the newest */
  previous: string | null;
  /** null when the page is full, or the last */
  searchedTo: string | null;
}

interface PageInput {
  filter: ActivityFilter;
  /** `next` of a page: this one has older entries; null for the newest */
  after: string | null;
  /** `previous` of a page: this one has newer entries */
  before?: string | null;
  size: number;
}

/**
 * C115, AUDIT-05: returns a page of the entries of a filter, newest first. A page begins behind an entry, not at a
 * number, and reads a bounded number of entries, so its time does not grow with the audit.
 */
export async function listEntries(
  { kysely }: ReadSource,
  { filter, after, before = null, size }: PageInput,
): Promise<ActivityPage> {
  const start = keyOf(before ?? after);
  const search: Search = { filter, start, towards: before === null ? 'older' : 'newer' };
  // One more than the page has shows whether it is the last.
  const found = await selectEntries(kysely, search, size + 1);
  const isFull = found.length > size;
  const rows = search.towards === 'older' ? found.slice(0, size) : found.slice(-size);
  const keys = rows.map(({ at, id }) => ({ at, id: String(id) }));
  const last = keys.at(search.towards === 'older' ? -1 : 0);
  const reached = isFull && last !== undefined ? last : await lastScanned(kysely, search);
  const onward = reached === null ? null : textOf(reached);
  return {
    entries: rows.map(presentEntry),
    ...(search.towards === 'older'
      ? { next: onward, previous: backFrom(keys[0], start, -1n) }
      : { next: backFrom(keys.at(-1), start, 1n), previous: onward }),
    searchedTo: isFull || reached === null ? null : reached.at.toISOString(),
  };
}

/** Returns where the page on the other side begins: behind the nearest entry of this page, or before its own start. */
function backFrom(nearest: EntryKey | undefined, start: EntryKey | null, step: bigint): string | null {
  if (start === null) return null;
  return textOf(nearest ?? { at: start.at, id: String(BigInt(start.id) + step) });
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
export async function filterChoices({ kysely }: ReadSource, search: string) {
  const part = search.trim();
  return {
    records: await findRecords(kysely, part, ACTIVITY_CHOICES),
    people: await findPeople(kysely, part, ACTIVITY_CHOICES),
  };
}
