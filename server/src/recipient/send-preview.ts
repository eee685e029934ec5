import { type PreviewKind, previewKindOf, type PreviewView, RENDERED_KINDS } from '@vault/contract';
import type { FastifyReply } from 'fastify';
import { fromSigned, idOf } from '../access-check/index.ts';
import { StoredContents } from '../blobs/index.ts';
import { send } from '../download/index.ts';
import type { Database } from '../platform/database/index.ts';
import {
  accessTo,
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
import { Errors, namedRecords } from '../http/index.ts';
import { findVersion } from '../versions/index.ts';
import type { VisitorContext } from './gate.ts';
import type { VisitorDeps } from './deps.ts';
import { mustBeShared } from './shared-items.ts';
import { recordView } from './views.ts';

/** The dependencies of previews behind links. */
export class Viewer {
  readonly deps: VisitorDeps;
  readonly renderings: Renderings;

  constructor(deps: VisitorDeps) {
    this.deps = deps;
    this.renderings = new Renderings(deps);
  }
}

/** Returns the current version of a shared file. @throws E4 for a file that is not shared, E9, E10 */
export async function viewedFile(
  { kysely }: Database,
  visitor: VisitorContext,
  externalId: string,
  kinds: readonly PreviewKind[],
) {
  const caller = { records: namedRecords([visitor.link.recordId]) };
  const viewed = await mustFindViewed(kysely, caller, { externalId }, kinds);
  await mustBeShared(kysely, visitor.link, [viewed.version.fileId]);
  return viewed;
}

async function renderedFile(
  { kysely }: Database,
  visitor: VisitorContext,
  externalId: string,
  view: PreviewView,
) {
  const caller = { records: namedRecords([visitor.link.recordId]) };
  const viewed = await mustFindRendered(kysely, caller, { externalId }, view);
  await mustBeShared(kysely, visitor.link, [viewed.version.fileId]);
  return viewed;
}

interface WantedPreview {
  visitor: VisitorContext;
  externalId: string;
  /** undefined: the bytes, or for an Office file the rendered page */
  view: PreviewView | undefined;
  kinds: 'basic' | 'all' | undefined;
}

/** C48: sends the bytes of a shared file, or the page that the server renders from it. It cannot run scripts. */
export async function sendPreview(
  { deps, renderings }: Viewer,
  reply: FastifyReply,
  { visitor, externalId, view, kinds }: WantedPreview,
): Promise<FastifyReply> {
  const { database } = deps;
  const viewed =
    view === undefined
      ? await viewedFile(database, visitor, externalId, [...originalKinds(kinds), ...RENDERED_KINDS])
      : await renderedFile(database, visitor, externalId, view);
  const isRendered = view !== undefined || RENDERED_KINDS.includes(previewKindOf(viewed.version.name));
  const page = isRendered ? await pageOf(renderings, viewed, view ?? 'page') : originalOf(viewed);
  const { visit } = visitor;
  const { versionId } = viewed.version;
  return send(sandboxed(reply), page, {
    contents: new StoredContents(deps, page.layout.contents),
    access: accessTo(deps.access, { visitId: visit.id }, { ...viewed, ...page }),
    // Players and readers request many ranges of one version; all of them count as one preview.
    onFirstByte: ({ partial }) => {
      const shown = { transfer: versionId, once: partial };
      return recordView(deps, visit, { action: 'Preview', ...shown }, (tx, recorded) =>
        recordPreview(tx, viewed.version, recorded),
      );
    },
  });
}

/** Media that a player requests by a signed address. */
interface MediaRequest {
  externalId: string;
  kinds: 'basic' | 'all' | undefined;
  renews: string | undefined;
}

/** C75: returns the signed token of an address that sends the bytes of a shared file. @throws as `viewedFile` */
export async function signedPreview(
  { deps }: Viewer,
  visitor: VisitorContext,
  { externalId, kinds, renews }: MediaRequest,
): Promise<string> {
  const viewed = await viewedFile(deps.database, visitor, externalId, originalKinds(kinds));
  const holder = { visitId: visitor.visit.id };
  return signAddress(deps, viewed, { kind: 'visitor-preview', holder, renews }).token;
}

/**
 * The id of the visit for which a signed address was made.
 * @throws 403 when it is altered or expired
 */
export const visitIdOf = ({ deps }: Viewer, token: string): string =>
  idOf(fromSigned(mustFollowAddress(deps, 'visitor-preview', token).holder));

/**
 * Sends the bytes for an address of C75. The file must still be shared, and the version must still be its current one.
 * All requests of one opening count as one preview.
 * @throws E4 when one of these conditions is not met, 403 when the address is altered or expired
 */
export async function sendMedia(
  { deps }: Viewer,
  reply: FastifyReply,
  { visitor, token }: { visitor: VisitorContext; token: string },
): Promise<FastifyReply> {
  const { database } = deps;
  const { extension, opening, holder: _, ...wanted } = mustFollowAddress(deps, 'visitor-preview', token);
  const version = await findVersion(database.kysely, { ...wanted, versionId: null });
  if (version?.versionId !== wanted.versionId) throw Errors.notFound();
  await mustBeShared(database.kysely, visitor.link, [version.fileId]);
  const original = originalOf({ version, extension });
  const { visit } = visitor;
  return send(sandboxed(reply), original, {
    contents: new StoredContents(deps, original.layout.contents),
    access: accessTo(deps.access, { visitId: visit.id }, { version, ...original }),
    onFirstByte: () => {
      const shown = { transfer: opening.id, once: true };
      return recordView(deps, visit, { action: 'Preview', ...shown }, (tx, recorded) =>
        recordPreview(tx, version, recorded),
      );
    },
  });
}
