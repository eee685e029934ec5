import {
  BASIC_KINDS,
  extensionOf,
  isOverPreviewLimit,
  isSheet,
  ORIGINAL_KINDS,
  PREVIEW_LIMIT_BYTES,
  type PreviewKind,
  previewKindOf,
  type PreviewView,
  RENDERED_KINDS,
} from '@vault/contract';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import { type Caller, Errors } from '../http/index.ts';
import type { DB } from '../platform/database/index.ts';
import { type LiveItem, mustFindItem } from '../tree/index.ts';
import { findVersion, type StoredVersion } from '../versions/index.ts';
import { fileIdOf } from './queries.ts';

/**
 * The live file that a caller names by its external id.
 * @param externalId any text
 * @throws E11 when it belongs to a closed record, E4 when there is no such live file
 */
export async function mustFindFile(
  db: Kysely<DB>,
  caller: Pick<Caller, 'records'>,
  externalId: string,
): Promise<LiveItem> {
  const id = z.uuid().safeParse(externalId).success ? await fileIdOf(db, externalId) : null;
  if (id === null) throw Errors.notFound();
  return mustFindItem(db, caller, { id, kind: 'file' });
}

/** The kinds of files that are sent unchanged, for each value of `kinds`. */
export const originalKinds = (kinds: 'basic' | 'all' | undefined): readonly PreviewKind[] =>
  kinds === 'all' ? ORIGINAL_KINDS : BASIC_KINDS;

/** A version to be previewed. */
export interface Viewed {
  version: StoredVersion;
  /** lower-case, without dot */
  extension: string;
}

export interface Wanted {
  externalId: string;
  /** undefined: the current version */
  versionId?: string | undefined;
}

/**
 * Finds a file that is rendered in a view (C29, C48).
 * @throws as `mustFindViewed`
 */
export async function mustFindRendered(
  db: Kysely<DB>,
  caller: Pick<Caller, 'records'>,
  wanted: Wanted,
  view: PreviewView,
): Promise<Viewed> {
  if (view === 'page') return mustFindViewed(db, caller, wanted, RENDERED_KINDS);
  const viewed = await mustFindViewed(db, caller, wanted, ['office', 'other']);
  const { name, sizeBytes } = viewed.version;
  if (!isSheet(name)) throw Errors.previewUnsupported();
  if (sizeBytes > PREVIEW_LIMIT_BYTES.office) throw Errors.previewTooLarge();
  return viewed;
}

/**
 * A version of a file that a caller names by its external id; the current one without `versionId`.
 * @throws E11, E4 as `mustFindFile`, E4 also for a version of another file
 */
export async function mustFindVersion(
  db: Kysely<DB>,
  caller: Pick<Caller, 'records'>,
  { externalId, versionId }: Wanted,
): Promise<StoredVersion> {
  const { recordId, id: fileId } = await mustFindFile(db, caller, externalId);
  const version = await findVersion(db, { recordId, fileId, versionId: versionId ?? null });
  if (version === null) throw Errors.notFound();
  return version;
}

/**
 * Finds a version to be previewed, and checks its kind and size.
 * @param kinds that the call serves
 * @throws E11, E4 as `mustFindFile`, E4 also for a version of another file; E10 for other kinds, E9 for a size over the
 * limit of its kind
 */
export async function mustFindViewed(
  db: Kysely<DB>,
  caller: Pick<Caller, 'records'>,
  wanted: Wanted,
  kinds: readonly PreviewKind[],
): Promise<Viewed> {
  const version = await mustFindVersion(db, caller, wanted);
  const { name, sizeBytes } = version;
  const kind = previewKindOf(name);
  if (!kinds.includes(kind)) throw Errors.previewUnsupported();
  if (isOverPreviewLimit(name, sizeBytes)) {
    throw kind === 'office' ? Errors.officeTooLarge() : Errors.previewTooLarge();
  }
  return { version, extension: extensionOf(name) };
}
