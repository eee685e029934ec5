import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { acquireDatabase } from './acquire.ts';
import { giveBackLease, type Lease } from './lease.ts';
import type { Cluster } from './postmaster.ts';
import { hasEnded } from './process.ts';

const STOP_WITHIN_MS = 30_000;
const RETRY_MS = 1000;

/** A share in the database that renews itself. */
export interface Held {
  lease: () => Lease;
  stop: () => Promise<void>;
}

/**
 * Holds a share in the database until `stop`. When its connection is lost, PostgreSQL has died or thrown everybody out:
 * it is joined again, or started again, until that works.
 * @throws Error when the first attempt fails; later ones are logged and repeated
 */
export async function holdDatabase(cluster: Cluster, log: Log): Promise<Held> {
  const state = { stopping: false };
  let recovery: Promise<void> = Promise.resolve();
  let lease = await acquireDatabase(cluster, log);

  function watch(): void {
    lease.client.once('end', () => {
      if (state.stopping) return;
      log.warn({}, 'the connection to the embedded PostgreSQL is lost; joining or starting it again');
      recovery = recover();
    });
  }

  async function recover(): Promise<void> {
    while (!state.stopping) {
      try {
        lease = await acquireDatabase(cluster, log);
        watch();
        log.info({ pid: lease.pid }, 'the embedded PostgreSQL is back');
        return;
      } catch (error) {
        log.error({ err: error }, 'the embedded PostgreSQL does not come back; trying again');
        await sleep(RETRY_MS);
      }
    }
  }

  async function stop(): Promise<void> {
    if (state.stopping) return;
    state.stopping = true;
    await recovery;
    // A lease that is broken by now has nothing to stop: whoever joins or starts the database next does.
    const isLast = await giveBackLease(lease).catch(() => false);
    if (isLast) await stopPostmaster(lease.pid, log);
    if (!isLast) await lease.client.end().catch(() => undefined);
  }

  watch();
  log.info({ pid: lease.pid }, 'the embedded PostgreSQL is ready');
  return { lease: () => lease, stop };
}

/** Ends PostgreSQL in order: connections are closed, everything is written, the next start needs no recovery. */
async function stopPostmaster(pid: number, log: Log): Promise<void> {
  process.kill(pid, 'SIGINT');
  if (await hasEnded(pid, STOP_WITHIN_MS)) return;
  log.warn(
    { pid },
    'PostgreSQL does not end in order; it is ended at once and will recover at the next start',
  );
  process.kill(pid, 'SIGQUIT');
  await hasEnded(pid, STOP_WITHIN_MS);
}
