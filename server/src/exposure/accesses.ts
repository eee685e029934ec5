import type { ExposureAccess } from '@vault/contract';
import type { Kysely } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import { mergeTargets, withMergedFiles } from '../history/index.ts';
import { itemsBelow } from './items.queries.ts';
import type { Moment } from './moment.ts';
import type { Page, PageInput } from './page.ts';
import type { Subject } from './subject.ts';
import {
  SCANNED,
  type ScannedEntry,
  scanAccesses,
  type AccessKey,
  type AccessRow,
  accessesById,
  type AccessSource,
} from './accesses.queries.ts';

interface AccessesOf {
  subject: Subject;
  moment: Moment;
}

/** A page of views and downloads; `searchedTo` is null when the page is full or the last. */
export interface AccessPage extends Page<ExposureAccess> {
  searchedTo: string | null;
}

/**
 * AUDIT-09: a page of the views and downloads of a file, of all files that were below a folder at the moment, or
 * through a link: up to now, newest first. It reads at most `SCANNED` entries.
 */
export async function accessesOf(
  db: Kysely<DB>,
  { subject, moment }: AccessesOf,
  { after, size }: PageInput,
): Promise<AccessPage> {
  const scanned = await scanAccesses(db, await sourceOf(db, subject), keyOf(after));
  const found = await ofSubject(db, { subject, moment }, scanned);
  const shown = found.slice(0, size);
  const rows = await accessesById(
    db,
    shown.map(({ id }) => id),
  );
  const isFull = found.length > size;
  const last = isFull ? shown.at(-1) : scanned.at(-1);
  const isEnd = last === undefined || (!isFull && scanned.length < SCANNED);
  return {
    rows: rows.map(presentAccess),
    next: isEnd ? null : textOf(last),
    searchedTo: isEnd || isFull ? null : last.at.toISOString(),
  };
}

async function sourceOf(db: Kysely<DB>, { id, kind, recordId }: Subject): Promise<AccessSource> {
  if (kind === 'link') return { linkId: id };
  return kind === 'file' ? { fileIds: await withMergedFiles(db, { recordId, fileId: id }) } : { recordId };
}

async function ofSubject(
  db: Kysely<DB>,
  { subject, moment }: AccessesOf,
  scanned: readonly ScannedEntry[],
): Promise<ScannedEntry[]> {
  const accesses = scanned.filter(({ isAccess }) => isAccess);
  if (subject.kind !== 'folder') return accesses;
  const fileIds = [...new Set(accesses.flatMap(({ objectId }) => objectId ?? []))];
  const targets = await mergeTargets(db, subject.recordId, fileIds);
  const ids = [...new Set([...fileIds, ...targets.map(({ targetId }) => targetId)])];
  const below = await itemsBelow(db, { folderId: subject.id, ids, withTrash: true }, moment);
  for (const { sourceId, targetId } of targets) if (below.has(targetId)) below.add(sourceId);
  return accesses.filter(({ objectId }) => objectId !== null && below.has(objectId));
}

const textOf = ({ at, id }: AccessKey): string => `${at.getTime()}-${id}`;

function keyOf(text: string | undefined): AccessKey | null {
  if (text === undefined) return null;
  const [time = '', id = '0'] = text.split('-');
  return { at: new Date(Number(time)), id };
}

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function presentAccess(row: AccessRow): ExposureAccess {
  const { id, at, action, actorKind: kind, personId, personal, objectId, versionId } = row;
  const { name, email, address } = personal ?? {};
  return {
    id,
    at: at.toISOString(),
    action,
    who: { kind, id: personId, name: textIn(name), email: textIn(email), address: textIn(address) },
    file:
      row.objectKind !== 'file' || objectId === null
        ? null
        : { sfid: objectId, name: row.objectName ?? '', path: row.objectPath ?? '' },
    versionId,
    link: row.linkId === null ? null : { sfid: row.linkId, name: row.linkName ?? '' },
    redacted: personal === null,
  };
}
