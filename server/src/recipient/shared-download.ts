import { createHash } from 'node:crypto';
import { StoredContents } from '../blobs/index.ts';
import {
  downloadOf,
  freeze,
  type FrozenDownload,
  recordDownload,
  sentContentsOf,
  sizeOf,
} from '../download/index.ts';
import type { VisitorContext } from './gate.ts';
import type { VisitorDeps } from './deps.ts';
import { mustFindShared, realPath } from './shared-items.ts';
import { recordView } from './views.ts';

/** The selection of a visitor: items by id, folders by their path in the share. */
export interface VisitorSelection {
  sfids: readonly string[];
  paths: readonly string[];
  containsSubFolders: boolean;
}

/**
 * Converts the selection of a visitor to a selection by ids and paths in the vault.
 * @throws P16 for an empty one, E4 for an item that is not shared
 */
async function selectionOf(
  { database }: Pick<VisitorDeps, 'database'>,
  visitor: VisitorContext,
  { sfids, paths, containsSubFolders }: VisitorSelection,
) {
  const items = await mustFindShared(database.kysely, visitor, sfids);
  return {
    recordId: visitor.link.recordId,
    ids: items.map(({ id }) => id),
    paths: paths.map((path) => realPath(visitor.targets, path).path),
    allVersions: false,
    subFolders: containsSubFolders,
  };
}

/** C46 @returns files and bytes */
export async function measureShared(
  deps: VisitorDeps,
  visitor: VisitorContext,
  selection: VisitorSelection,
): Promise<{ files: number; bytes: number }> {
  return sizeOf(deps.database, await selectionOf(deps, visitor, selection));
}

/** C47: freezes the files and bytes that a download of a selection sends. */
export async function freezeShared(
  deps: VisitorDeps,
  visitor: VisitorContext,
  selection: VisitorSelection,
): Promise<FrozenDownload> {
  return freeze(deps.database, await selectionOf(deps, visitor, selection));
}

/**
 * Returns the download and the options to send it. Each transfer adds one view; its ranges and repeats add none
 * (USE-13).
 * @param ticket the ticket that all requests for the bytes use; null for a call that sends the bytes itself
 */
export function sendingOf(
  deps: VisitorDeps,
  { visit }: Pick<VisitorContext, 'visit'>,
  { frozen, ticket }: { frozen: FrozenDownload; ticket: string | null },
) {
  const what = frozen.entries
    .map((entry) => (entry.kind === 'file' ? entry.versionId : entry.path))
    .join('\n');
  const transfer = createHash('sha256')
    .update(ticket ?? what)
    .digest('hex');
  const download = downloadOf(frozen);
  const wanted = { recordId: frozen.recordId, right: 'download' as const };
  return {
    download,
    options: {
      contents: new StoredContents(deps, download.layout.contents),
      access: deps.access.during({ visitId: visit.id }, wanted, sentContentsOf(frozen)),
      onFirstByte: ({ partial }: { partial: boolean }) => {
        const view = { transfer, once: partial || ticket !== null };
        return recordView(deps, visit, { action: 'Download', ...view }, (tx, recorded) =>
          recordDownload(tx, frozen, recorded),
        );
      },
    },
  };
}
