import type { PreviewView } from '@vault/contract';
import { hasPreviewed, type Opening } from '../history/index.ts';
import type { Database } from '../platform/database/index.ts';
import type { StoredVersion } from '../versions/index.ts';
import { OPENING_MS } from './opening.ts';
import { recordPreviewAlone } from './record-preview.ts';

/** All rows of a sheet are requested directly after its first rows, but can wait for a reader. */
const ALL_ROWS_MS = 10 * 60_000;

/** A request for a rendering (C29). */
export interface RenderingRequest {
  version: Pick<StoredVersion, 'recordId' | 'fileId' | 'versionId' | 'name'>;
  view: PreviewView;
  /** the first byte that is sent */
  start: number;
}

/**
 * D-38, AUDIT-01: records the preview of a rendering, unless the request continues one that the same person has begun:
 * a range from the middle, or all rows of a sheet after its first rows. A preview that the person has not begun is
 * recorded, wherever its range starts.
 */
export async function recordRendering(
  database: Pick<Database, 'kysely'>,
  request: RenderingRequest,
  opening: Opening & { accessor: { id: string } },
): Promise<void> {
  const { version, view } = request;
  if (await continuesPreview(database, request, opening)) return;
  await recordPreviewAlone(database, version, { ...opening, ...(view === 'sheet-start' && { view }) });
}

async function continuesPreview(
  { kysely }: Pick<Database, 'kysely'>,
  { version: { fileId, versionId }, view, start }: RenderingRequest,
  { accessor, at }: Opening & { accessor: { id: string } },
): Promise<boolean> {
  const previewed = { personId: accessor.id, fileId, versionId };
  if (start > 0) return hasPreviewed(kysely, { ...previewed, view: null }, before(at, OPENING_MS));
  if (view !== 'sheet') return false;
  return hasPreviewed(kysely, { ...previewed, view: 'sheet-start' }, before(at, ALL_ROWS_MS));
}

const before = (at: Date, ms: number): Date => new Date(at.getTime() - ms);
