import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { DB } from '../platform/database/index.ts';
import { addJob, jobKind, task, type Task } from '../platform/jobs/index.ts';
import { makeChecksums } from './checksums.ts';
import { type ReleaseDeps, releaseBytes } from './release.ts';
import { scrubByTheClock, scrubMarked, type ScrubSettings } from './scrub.ts';
import { deleteGarbageNow, type SweepDeps, sweepAllBlobs, sweepReleased } from './sweep.ts';

/** Scheduled jobs have no payload. */
const byTheClock = z.looseObject({});
const QUEUE = { queue: 'sweep' };

const SWEEP_RELEASED = jobKind('sweep-released', byTheClock, QUEUE);
const SWEEP_ALL = jobKind('sweep-all-blobs', byTheClock, QUEUE);
const MAKE_CHECKSUMS = jobKind('make-checksums', byTheClock, { queue: 'checksums' });
const SCRUB = jobKind('scrub', byTheClock, { queue: 'scrub' });
const SCRUB_MARKED = jobKind('scrub-marked-blobs', byTheClock, { queue: 'scrub' });
const DELETE_INFECTED = jobKind('delete-infected', z.object({ keys: z.array(z.string()) }));

/** Adds a job that deletes infected garbage after the commit, without the grace period. */
export async function deleteInfectedSoon(db: Kysely<DB>, keys: readonly string[]): Promise<void> {
  await addJob(db, DELETE_INFECTED, { keys: [...keys] });
}

/** Releases infected bytes that have no row and deletes them as `deleteInfectedSoon` does. */
export async function deleteInfected(deps: ReleaseDeps, keys: readonly string[]): Promise<void> {
  await releaseBytes(deps, keys);
  await deleteInfectedSoon(deps.database.kysely, keys);
}

export interface BlobTaskDeps extends SweepDeps {
  settings: SweepDeps['settings'] & { scrub: ScrubSettings };
}

/** Returns the jobs for stored bytes and their schedule. */
export function blobTasks(deps: BlobTaskDeps): { tasks: Task[]; crontab: string[] } {
  const { scrub } = deps.settings;
  const { bytesPerSecond } = scrub;
  return {
    tasks: [
      task(SWEEP_RELEASED, async () => void (await sweepReleased(deps))),
      task(SWEEP_ALL, async () => void (await sweepAllBlobs(deps))),
      task(MAKE_CHECKSUMS, (_, { signal }) => makeChecksums(deps, { signal })),
      task(SCRUB, (_, { signal }) => scrubByTheClock(deps, scrub, signal)),
      task(SCRUB_MARKED, async (_, { signal }) => void (await scrubMarked(deps, { bytesPerSecond, signal }))),
      task(DELETE_INFECTED, ({ keys }) => deleteGarbageNow(deps, keys)),
    ],
    crontab: [
      `*/10 * * * * ${SWEEP_RELEASED.name}`,
      `41 3 * * * ${SWEEP_ALL.name}`,
      // The job key limits the queue to one waiting run.
      `23 * * * * ${MAKE_CHECKSUMS.name} ?jobKey=${MAKE_CHECKSUMS.name}`,
      `11 4 * * * ${SCRUB_MARKED.name} ?jobKey=${SCRUB_MARKED.name}`,
      ...(scrub.days === 0 ? [] : [`37 * * * * ${SCRUB.name} ?jobKey=${SCRUB.name}`]),
    ],
  };
}
