import { type PreviewKind, previewKindOf, type PreviewView, RENDERED_KINDS } from '@vault/contract';
import type { FastifyReply } from 'fastify';
import { StoredContents } from '../blobs/index.ts';
import { send } from '../download/index.ts';
import type { Database } from '../platform/database/index.ts';
import {
  mustFindRendered,
  mustFindViewed,
  mustFollowAddress,
  originalKinds,
  originalOf,
  pageOf,
  recordPreview,
  Renderings,
  sandboxed,
  signAddress,
} from '../preview/index.ts';
import { Errors } from '../http/index.ts';
import { findVersion } from '../versions/index.ts';
import type { Entrance } from './gate.ts';
import type { VisitorParts } from './parts.ts';
import { mustBeShared } from './shared-items.ts';
import { nameOf, recordView } from './views.ts';

/** What previews behind links stand on. */
export class Viewer {
  readonly parts: VisitorParts;
  readonly renderings: Renderings;

  constructor(parts: VisitorParts) {
    this.parts = parts;
    this.renderings = new Renderings(parts);
  }
}

/** A shared file to be looked at. @throws E4 for what is not shared, E9, E10 */
export async function viewedFile(
  { kysely }: Database,
  entrance: Entrance,
  externalId: string,
  kinds: readonly PreviewKind[],
) {
  const caller = { records: [entrance.link.recordId] };
  const viewed = await mustFindViewed(kysely, caller, { externalId }, kinds);
  await mustBeShared(kysely, entrance, [viewed.version.fileId]);
  return viewed;
}

async function renderedFile({ kysely }: Database, entrance: Entrance, externalId: string, view: PreviewView) {
  const caller = { records: [entrance.link.recordId] };
  const viewed = await mustFindRendered(kysely, caller, { externalId }, view);
  await mustBeShared(kysely, entrance, [viewed.version.fileId]);
  return viewed;
}

interface Look {
  entrance: Entrance;
  externalId: string;
  /** absent: the bytes, or the page of an Office file */
  view: PreviewView | undefined;
  kinds: 'basic' | 'all' | undefined;
  address: string;
}

/** C48: sends a shared file to look at: its bytes, or the page that the server makes of it. Nothing in it can run. */
export async function sendPreview(
  { parts, renderings }: Viewer,
  reply: FastifyReply,
  { entrance, externalId, view, kinds, address }: Look,
): Promise<FastifyReply> {
  const { database } = parts;
  const viewed =
    view === undefined
      ? await viewedFile(database, entrance, externalId, [...originalKinds(kinds), ...RENDERED_KINDS])
      : await renderedFile(database, entrance, externalId, view);
  const isRendered = view !== undefined || RENDERED_KINDS.includes(previewKindOf(viewed.version.name));
  const page = isRendered ? await pageOf(renderings, viewed, view ?? 'page') : originalOf(viewed);
  const { visit } = entrance;
  const { fileId, name } = viewed.version;
  return send(sandboxed(reply), page, {
    contents: new StoredContents(parts, page.layout.contents),
    // Players and readers ask for many ranges of one file: together they are one preview.
    onFirstByte: ({ partial }) => {
      const shown = { fileNames: [name], address, transfer: fileId, once: partial };
      return recordView(parts, visit, { action: 'Preview', ...shown }, (tx, at) =>
        recordPreview(tx, viewed.version, { caller: { id: null, name: nameOf(visit) }, address, at }),
      );
    },
  });
}

/** Media that a player requests by a signed address. */
interface Played {
  externalId: string;
  kinds: 'basic' | 'all' | undefined;
  renews: string | undefined;
}

/** C75: the signed token of an address of the bytes of a shared file. @throws as `viewedFile` */
export async function signedPreview(
  { parts }: Viewer,
  entrance: Entrance,
  { externalId, kinds, renews }: Played,
): Promise<string> {
  const viewed = await viewedFile(parts.database, entrance, externalId, originalKinds(kinds));
  const holder = entrance.visit.id;
  return signAddress(parts, viewed, { kind: 'visitor-preview', holder, renews }).token;
}

/** Of a signed address: for which visit it was made. @throws 403 when it is altered or expired */
export const holderOf = ({ parts }: Viewer, token: string): string =>
  mustFollowAddress(parts, 'visitor-preview', token).holder;

/**
 * The bytes behind an address of C75, with the rights of this moment: the file is still shared, and the version is
 * still its current one. All requests of one opening are one preview.
 * @throws E4 when it is not, 403 when the address is altered or expired
 */
export async function sendPlayed(
  { parts }: Viewer,
  reply: FastifyReply,
  { entrance, token, address }: { entrance: Entrance; token: string; address: string },
): Promise<FastifyReply> {
  const { database } = parts;
  const { extension, opening, ...wanted } = mustFollowAddress(parts, 'visitor-preview', token);
  const version = await findVersion(database.kysely, { ...wanted, versionId: null });
  if (version?.versionId !== wanted.versionId) throw Errors.notFound();
  await mustBeShared(database.kysely, entrance, [version.fileId]);
  const original = originalOf({ version, extension });
  const { visit } = entrance;
  return send(sandboxed(reply), original, {
    contents: new StoredContents(parts, original.layout.contents),
    onFirstByte: () => {
      const shown = { fileNames: [version.name], address, transfer: opening.id, once: true };
      return recordView(parts, visit, { action: 'Preview', ...shown }, (tx, at) =>
        recordPreview(tx, version, { caller: { id: null, name: nameOf(visit) }, address, at }),
      );
    },
  });
}
