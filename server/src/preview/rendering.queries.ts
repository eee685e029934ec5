import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/*
 * The states of a rendering (column `state`):
 *
 *   working  a process renders it and renews `valid_until`; the process is dead when that time has passed
 *   done     the page is stored, for as long as the source's bytes are stored
 *   failed   it cannot be rendered; retried after `valid_until`, because a busy machine can be the cause
 *
 * Times are the database's, because processes on several machines share the rows.
 */

/** The key of a rendering: the source blob, its form, the renderer. */
export interface RenderingKey {
  sourceId: number;
  form: string;
  renderer: string;
}

export interface RenderedPage {
  mediaType: string;
  sizeBytes: number;
  sha256: Buffer;
}

const byKey = ({ sourceId, form, renderer }: RenderingKey) =>
  sql`source_id = ${sourceId} and form = ${form} and renderer = ${renderer}`;

/** The page of a completed rendering. */
export async function findPage(db: Kysely<DB>, key: RenderingKey): Promise<RenderedPage | null> {
  const { rows } = await sql<RenderedPage>`
    select r.media_type, b.size_bytes, b.sha256
    from rendering r join blob b on b.id = r.blob_id
    where ${byKey(key)} and r.state = 'done'`.execute(db);
  return rows[0] ?? null;
}

/** True when the rendering failed a short time ago. */
export async function hasFailed(db: Kysely<DB>, key: RenderingKey): Promise<boolean> {
  const { rows } = await sql`
    select 1 from rendering where ${byKey(key)} and state = 'failed' and valid_until > now()`.execute(db);
  return rows.length > 0;
}

/**
 * Claims a rendering for this process, at first for `seconds`.
 * @returns false when another process renders it, or has completed it
 */
export async function claimRendering(
  db: Kysely<DB>,
  { sourceId, form, renderer }: RenderingKey,
  seconds: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into rendering as r (source_id, form, renderer, state, valid_until)
    values (${sourceId}, ${form}, ${renderer}, 'working', now() + ${seconds} * interval '1 second')
    on conflict (source_id, form, renderer) do update
      set state = 'working', valid_until = excluded.valid_until
      where r.state <> 'done' and r.valid_until <= now()
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Extends the claim of a running rendering. */
export async function renewClaim(db: Kysely<DB>, key: RenderingKey, seconds: number): Promise<void> {
  await sql`
    update rendering set valid_until = now() + ${seconds} * interval '1 second'
    where ${byKey(key)} and state = 'working'`.execute(db);
}

/** Releases a claim without a result, when the document is not the cause. */
export async function releaseClaim(db: Kysely<DB>, key: RenderingKey): Promise<void> {
  await sql`delete from rendering where ${byKey(key)} and state = 'working'`.execute(db);
}

/** Stores the failure of a rendering, for `seconds`. */
export async function markFailed(db: Kysely<DB>, key: RenderingKey, seconds: number): Promise<void> {
  await sql`
    update rendering set state = 'failed', valid_until = now() + ${seconds} * interval '1 second'
    where ${byKey(key)} and state = 'working'`.execute(db);
}

/** Stores the page of a rendering. */
export async function markDone(
  tx: Transaction<DB>,
  { sourceId, form, renderer }: RenderingKey,
  { blobId, mediaType }: { blobId: number; mediaType: string },
): Promise<void> {
  await sql`
    insert into rendering (source_id, form, renderer, state, blob_id, media_type)
    values (${sourceId}, ${form}, ${renderer}, 'done', ${blobId}, ${mediaType})
    on conflict (source_id, form, renderer) do update
      set state = 'done', valid_until = null, blob_id = excluded.blob_id, media_type = excluded.media_type`.execute(
    tx,
  );
}
