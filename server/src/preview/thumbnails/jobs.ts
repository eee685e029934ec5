import { thumbnailFormOf } from '@vault/contract';
import type { Kysely, Transaction } from 'kysely';
import * as z from 'zod';
import type { DB } from '../../platform/database/index.ts';
import { addJob, type JobContext, jobKind, task, type Task } from '../../platform/jobs/index.ts';
import { makeThumbnails, type ThumbnailDeps } from './make.ts';
import type { ThumbnailSource } from './thumbnail.queries.ts';

const sourceSchema = z.object({ blobId: z.number(), form: z.enum(['pic', 'svg', 'pdf']) });

/** Jobs of a queue run one after the other, so that the other workers stay free for short jobs. */
const MAKE_THUMBNAILS = jobKind('make-thumbnails', z.object({ sources: z.array(sourceSchema) }), {
  queue: 'thumbnails',
  maxAttempts: 5,
});

/** Small jobs, so that a requested thumbnail does not wait for a thousand others. */
const SOURCES_PER_JOB = 10;
/** Lower numbers run first; the default is 0. */
const PRIORITY = { wanted: 10, background: 20 } as const;

/** A file for which thumbnails can be made. */
export interface ThumbnailFile {
  blobId: number;
  name: string;
  sizeBytes: number;
}

/** Queues the thumbnails of new files in the background, if the transaction commits (USE-33). */
export async function queueThumbnails(tx: Transaction<DB>, files: readonly ThumbnailFile[]): Promise<void> {
  const sources = new Map<string, ThumbnailSource>();
  for (const file of files) {
    const form = thumbnailFormOf(file);
    if (form !== null) sources.set(`${file.blobId}.${form}`, { blobId: file.blobId, form });
  }
  const all = [...sources.values()];
  for (let start = 0; start < all.length; start += SOURCES_PER_JOB) {
    const part = all.slice(start, start + SOURCES_PER_JOB);
    await addJob(tx, MAKE_THUMBNAILS, { sources: part }, { priority: PRIORITY.background });
  }
}

/** Queues one thumbnail before the others, because its folder is shown. */
export async function queueThumbnailNow(db: Kysely<DB>, source: ThumbnailSource): Promise<void> {
  const jobKey = `${MAKE_THUMBNAILS.name}:${source.blobId}.${source.form}`;
  await addJob(db, MAKE_THUMBNAILS, { sources: [source] }, { jobKey, priority: PRIORITY.wanted });
}

/** @throws AggregateError after the last source when some failed for a temporary reason */
async function makeAll(
  deps: ThumbnailDeps,
  sources: readonly ThumbnailSource[],
  { signal }: JobContext,
): Promise<void> {
  const failures: unknown[] = [];
  for (const source of sources) {
    signal.throwIfAborted();
    await makeThumbnails(deps, source).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Thumbnails could not be rendered');
}

/** The jobs of thumbnails. */
export function thumbnailTasks(deps: ThumbnailDeps): { tasks: Task[]; crontab: string[] } {
  return {
    tasks: [task(MAKE_THUMBNAILS, ({ sources }, context) => makeAll(deps, sources, context))],
    crontab: [],
  };
}
