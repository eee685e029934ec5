import { mkdir, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findBinaries } from './embedded/binaries.ts';
import { DATABASE_USER, ensureCluster } from './embedded/cluster.ts';
import { holdDatabase } from './embedded/hold.ts';
import { chooseRunAs } from './embedded/run-as.ts';
import { serverSettings, TEST_SETTINGS } from './embedded/settings.ts';
import { preparePrivateDirectory, SOCKET_PORT, socketDirectoryOf } from './embedded/socket-directory.ts';
import type { Log } from './log.ts';

export interface EmbeddedOptions {
  /** Data folder of the vault; PostgreSQL uses `postgres` in it. Created when missing. */
  dataDir: string;
  log: Log;
  /** `durable` (the default) syncs to disk; `throwaway` is for test runs and does not. */
  durability?: 'durable' | 'throwaway';
  /** The time after which a running PostgreSQL without a reply counts as failed; 30 s by default. */
  silentForMs?: number;
}

const SILENT_FOR_MS = 30_000;

/** The running embedded database: its connection, process id and stop. */
export interface Embedded {
  readonly connection: { readonly host: string; readonly port: number; readonly user: string };
  /** The current process id of PostgreSQL. */
  readonly pid: () => number;
  /**
   * Releases the database. Stops it when no other server uses it.
   * @param withinMs the time limit; PostgreSQL is ended without a checkpoint when it is too slow
   */
  readonly stop: (withinMs?: number) => Promise<void>;
}

/**
 * Starts the PostgreSQL of the data folder, or joins a running one: after `kill -9` of a server, or beside another
 * server on the same folder. If PostgreSQL dies while this server runs, it is restarted.
 * @throws DatabaseStartError with a sentence for the operator: wrong platform, wrong owner, wrong version, or the end
 * of its log
 */
export async function startEmbedded({
  dataDir,
  log,
  durability,
  silentForMs = SILENT_FOR_MS,
}: EmbeddedOptions): Promise<Embedded> {
  const durable = durability !== 'throwaway';
  await mkdir(dataDir, { recursive: true });
  const folder = await realpath(dataDir);
  const binaries = await findBinaries();
  const runAs = await chooseRunAs(binaries, folder, join(folder, 'postgres'));
  const clusterDir = await ensureCluster({ binaries, runAs, durable }, folder);
  const socketDirectory = socketDirectoryOf(folder);
  await preparePrivateDirectory(socketDirectory, runAs.kind === 'account' ? runAs : null);
  const settings = { ...serverSettings(socketDirectory), ...(durable ? {} : TEST_SETTINGS) };
  const held = await holdDatabase(
    {
      binaries,
      runAs,
      clusterDir,
      settings,
      silentForMs,
      logFile: join(dirname(clusterDir), 'postgres.log'),
    },
    log,
  );
  return {
    connection: { host: held.lease().socketDirectory, port: SOCKET_PORT, user: DATABASE_USER },
    pid: () => held.lease().pid,
    stop: held.stop,
  };
}
