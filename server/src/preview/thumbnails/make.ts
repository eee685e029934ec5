import { THUMBNAIL_SIDES, type ThumbnailSize } from '@vault/contract';
import { intactCopies, storeContents, orRelease, readContent } from '../../blobs/index.ts';
import type { Blobs } from '../../platform/blobs/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, isForeignKeyViolation, type Log } from '../../platform/database/index.ts';
import { type DocumentReader, UnreadableDocument, unpackParts } from '../../platform/readers/index.ts';
import { claimRendering, markDone, markFailed, releaseClaim } from '../rendering.queries.ts';
import {
  claimKeyOf,
  contentOf,
  findThumbnail,
  RENDERERS,
  type ThumbnailSource,
} from './thumbnail.queries.ts';

export interface ThumbnailDeps {
  database: Database;
  blobs: Blobs;
  clock: Clock;
  log: Log;
  /** reads pictures in the background, with the lowest priority */
  pictureReader: DocumentReader;
}

/** Longer than the queueing and reading time of a reader. */
const LEASE_SECONDS = 120;
const FAILED_SECONDS = 60 * 60;
const SIZES = ['large', 'small'] as const satisfies readonly ThumbnailSize[];
const MEDIA_TYPE = 'image/webp';

/**
 * Makes and stores both thumbnails of a content, unless they are stored or another process makes them.
 * @throws when the picture is not the cause: the job retries
 */
export async function makeThumbnails(deps: ThumbnailDeps, source: ThumbnailSource): Promise<void> {
  const { kysely } = deps.database;
  const key = claimKeyOf(source);
  const { state } = await findThumbnail(kysely, source, 'large');
  const sha256 = state === 'missing' ? await contentOf(kysely, source) : null;
  if (sha256 === null) return;
  try {
    if (!(await claimRendering(kysely, key, LEASE_SECONDS))) return;
    await storeThumbnails(deps, source, await drawn(deps, source, sha256));
  } catch (error) {
    // The file was deleted permanently during the job.
    if (isForeignKeyViolation(error)) return;
    if (!(error instanceof UnreadableDocument)) {
      await releaseClaim(kysely, key);
      throw error;
    }
    deps.log.warn({ reason: error.message, ...key }, 'Thumbnail cannot be rendered; not retried for an hour');
    await markFailed(kysely, key, FAILED_SECONDS);
  }
}

async function drawn(deps: ThumbnailDeps, { form }: ThumbnailSource, sha256: Buffer): Promise<Uint8Array[]> {
  const sides = SIZES.map((size) => THUMBNAIL_SIDES[size]);
  const read = () => readContent(deps, sha256);
  const { bytes } = await deps.pictureReader.read('thumbnails', read, { form, sides });
  return unpackParts(bytes);
}

async function storeThumbnails(
  deps: ThumbnailDeps,
  source: ThumbnailSource,
  pictures: readonly Uint8Array[],
): Promise<void> {
  const { database, blobs, clock } = deps;
  const stored = await Promise.all(
    pictures.map((bytes) => blobs.write(once(bytes), { maxBytes: bytes.length })),
  );
  const keys = stored.map(({ key }) => key);
  await orRelease(deps, keys, async () => {
    const intactKeys = await intactCopies(
      deps,
      stored.map(({ sha256 }) => sha256),
    );
    await database.transaction(async (tx) => {
      const ids = await storeContents(tx, { blobs: stored, intactKeys, now: clock.now() });
      for (const [index, size] of SIZES.entries()) {
        const blob = stored[index];
        if (blob === undefined) throw new UnreadableDocument('the reader returned too few thumbnails');
        const key = { sourceId: source.blobId, form: source.form, renderer: RENDERERS[size] };
        await markDone(tx, key, { blobId: ids.of(blob), mediaType: MEDIA_TYPE });
      }
    });
  });
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
