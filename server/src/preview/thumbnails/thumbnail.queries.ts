import type { ThumbnailForm, ThumbnailSize } from '@vault/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../platform/database/index.ts';
import type { RenderedPage, RenderingKey } from '../rendering.queries.ts';

/**
 * Names of the renderings. The number increases when thumbnails change: those with another number are not used again,
 * and are deleted with their source.
 */
export const RENDERERS: Record<ThumbnailSize, string> = { large: 'thumbnail-480-1', small: 'thumbnail-96-1' };

/** The source of thumbnails: a blob and the form in which it is read. */
export interface ThumbnailSource {
  blobId: number;
  form: ThumbnailForm;
}

/** The key of the claim for both thumbnails: that of the large one, because both are stored in one transaction. */
export const claimKeyOf = ({ blobId, form }: ThumbnailSource): RenderingKey => ({
  sourceId: blobId,
  form,
  renderer: RENDERERS.large,
});

/** The state of a thumbnail: stored, failed, or not made yet. */
export type FoundThumbnail = (RenderedPage & { state: 'done' }) | { state: 'failed' } | { state: 'missing' };

/** @returns 'failed' for a source that could not be read a short time ago */
export async function findThumbnail(
  db: Kysely<DB>,
  { blobId, form }: ThumbnailSource,
  size: ThumbnailSize,
): Promise<FoundThumbnail> {
  const { rows } = await sql<FoundThumbnail>`
    select r.state, r.media_type, b.size_bytes, b.sha256
    from rendering r left join blob b on b.id = r.blob_id
    where r.source_id = ${blobId} and r.form = ${form} and (
      (r.renderer = ${RENDERERS[size]} and r.state = 'done')
      or (r.renderer = ${RENDERERS.large} and r.state = 'failed' and r.valid_until > now())
    )
    order by r.state limit 1`.execute(db);
  return rows[0] ?? { state: 'missing' };
}

/**
 * The content of a source.
 * @returns null when it was deleted permanently
 */
export async function contentOf(db: Kysely<DB>, { blobId }: ThumbnailSource): Promise<Buffer | null> {
  const { rows } = await sql<{ sha256: Buffer }>`select sha256 from blob where id = ${blobId}`.execute(db);
  return rows[0]?.sha256 ?? null;
}
