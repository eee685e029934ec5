import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { acquireLease, type Lease } from './lease.ts';
import { dropStalePidFile, isPostmasterAlive, readPidFile } from './pid-file.ts';
import { startPostmaster, isInUse, type Cluster, type Postmaster } from './postmaster.ts';
import { isTimeout } from '../errors.ts';
import { DatabaseStartError } from '../start-error.ts';

/** A killed PostgreSQL leaves helper processes that need a moment to end; a stopping one writes its last checkpoint. */
const IN_USE_FOR_MS = 60_000;
const POLL_MS = 25;
const NOTICE_EVERY_MS = 10_000;
const SILENT =
  'The embedded PostgreSQL runs and accepts connections, but it does not answer. End its process, whose number is in ' +
  'the first line of postgres/postmaster.pid in DATA_DIR, and start the vault again.';

/**
 * Takes a share in the running database of the folder, and starts it when it does not run. Each attempt joins a
 * database that replies, or waits for one that runs but does not reply yet (starting, recovering, stopping), or starts
 * one. If two servers start one at the same time, PostgreSQL's own lock file decides: the second one ends and its
 * server joins the first. A recovery after a crash has no time limit while the process runs.
 * @throws DatabaseStartError with the end of PostgreSQL's log when it does not start, and when it accepts connections
 * but does not reply (SAFE-23). A PostgreSQL that starts or recovers does reply, and is waited for
 */
export async function acquireDatabase(cluster: Cluster, log: Log): Promise<Lease> {
  const started = Date.now();
  let noticed = started;
  let answered = started;
  let child: Postmaster | null = null;
  for (;;) {
    const found = await join(cluster.clusterDir);
    if ('client' in found) return found;
    if (!found.isSilent) answered = Date.now();
    else if (Date.now() - answered > cluster.silentForMs) throw new DatabaseStartError(SILENT);
    if (child !== null && child.ended !== null) {
      mustBeInUse(child.ended, started);
      child = null;
    }
    if (child === null && !(await isPostmasterAlive(cluster.clusterDir))) {
      await dropStalePidFile(cluster.clusterDir);
      child = await startPostmaster(cluster);
    }
    if (Date.now() - noticed > NOTICE_EVERY_MS) {
      noticed = Date.now();
      const seconds = Math.round((noticed - started) / 1000);
      log.info({ seconds, answer: found.answer }, 'Waiting for PostgreSQL to be ready');
    }
    await sleep(POLL_MS);
  }
}

interface NotReady {
  answer: string;
  isSilent: boolean;
}

async function join(clusterDir: string): Promise<Lease | NotReady> {
  const pidFile = await readPidFile(clusterDir);
  if (pidFile === null) return { answer: 'none', isSilent: false };
  return acquireLease(clusterDir, pidFile).catch((error: unknown) => ({
    answer: String(error),
    isSilent: isTimeout(error),
  }));
}

function mustBeInUse(reason: string, started: number): void {
  if (isInUse(reason) && Date.now() - started < IN_USE_FOR_MS) return;
  throw new DatabaseStartError(`PostgreSQL did not start. The end of its log:\n${reason}`);
}
