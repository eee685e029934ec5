import {
  ORIGINAL_KINDS,
  type PreviewKind,
  previewKindOf,
  type PreviewView,
  RENDERED_KINDS,
} from '@vault/contract';
import type { FastifyReply } from 'fastify';
import { StoredContents } from '../blobs/index.ts';
import { send } from '../download/index.ts';
import type { Database } from '../platform/database/index.ts';
import {
  mustFindRendered,
  mustFindViewed,
  originalOf,
  pageOf,
  recordPreview,
  Renderings,
  sandboxed,
} from '../preview/index.ts';
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
  address: string;
}

/** C48: sends a shared file to look at: its bytes, or the page that the server makes of it. Nothing in it can run. */
export async function sendPreview(
  { parts, renderings }: Viewer,
  reply: FastifyReply,
  { entrance, externalId, view, address }: Look,
): Promise<FastifyReply> {
  const { database } = parts;
  const viewed =
    view === undefined
      ? await viewedFile(database, entrance, externalId, [...ORIGINAL_KINDS, ...RENDERED_KINDS])
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
