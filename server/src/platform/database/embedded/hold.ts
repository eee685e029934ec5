import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { acquireDatabase } from './acquire.ts';
import { closeLease, releaseLease, type Lease } from './lease.ts';
import type { Cluster } from './postmaster.ts';
import { hasEnded } from './process.ts';

const STOP_WITHIN_MS = 30_000;
/** After this fraction of the stop's time limit, a PostgreSQL that does not reply is left running. */
const RELEASE_SHARE = 0.25;
/** The fraction of the remaining time that the checkpoint gets; the rest is for an immediate shutdown. */
const FAST_SHARE = 0.75;
const RETRY_MS = 1000;

/** A lease on the embedded PostgreSQL that renews itself. */
export interface Held {
  lease: () => Lease;
  stop: (withinMs?: number) => Promise<void>;
}

/**
 * Holds a lease on the embedded PostgreSQL until `stop`. A lost connection means that PostgreSQL has died or closed all
 * connections. Then it is joined or started again until that succeeds.
 * @throws Error when the first attempt fails; later failures are logged, and the attempt is repeated
 */
export async function holdDatabase(cluster: Cluster, log: Log): Promise<Held> {
  const state = { stopping: false };
  let recovery: Promise<void> = Promise.resolve();
  let lease = await acquireDatabase(cluster, log);

  function watch(): void {
    lease.client.once('end', () => {
      if (state.stopping) return;
      log.warn({}, 'Embedded PostgreSQL connection lost; reconnecting or restarting it');
      recovery = recover();
    });
  }

  async function recover(): Promise<void> {
    while (!state.stopping) {
      try {
        lease = await acquireDatabase(cluster, log);
        watch();
        log.info({ pid: lease.pid }, 'Embedded PostgreSQL answers again');
        return;
      } catch (error) {
        log.error({ err: error }, 'Embedded PostgreSQL cannot be joined or started; retrying in 1 s');
        await sleep(RETRY_MS);
      }
    }
  }

  async function stop(withinMs = STOP_WITHIN_MS): Promise<void> {
    if (state.stopping) return;
    state.stopping = true;
    await recovery;
    // Without a working lease nothing is stopped here: the next server that joins or starts the database stops it
    // later.
    const deadline = performance.now() + withinMs;
    const isLast = await releaseLease(lease, withinMs * RELEASE_SHARE).catch(() => false);
    if (isLast) await stopPostmaster(lease.pid, log, deadline - performance.now());
    else closeLease(lease);
  }

  watch();
  log.info({ pid: lease.pid }, 'Embedded PostgreSQL ready');
  return { lease: () => lease, stop };
}

/**
 * Ends PostgreSQL with a fast shutdown: connections are closed, a checkpoint is written, the next start needs no
 * recovery. If that takes too long, an immediate shutdown follows, and the next start recovers from the write-ahead
 * log.
 */
async function stopPostmaster(pid: number, log: Log, withinMs: number): Promise<void> {
  const fastMs = withinMs * FAST_SHARE;
  process.kill(pid, 'SIGINT');
  if (await hasEnded(pid, fastMs)) return;
  log.warn({ pid, fastMs }, 'Fast shutdown of PostgreSQL takes too long; ending it without a checkpoint');
  process.kill(pid, 'SIGQUIT');
  await hasEnded(pid, withinMs - fastMs);
}
