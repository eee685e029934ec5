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
  /** Folder of everything that the embedded parts keep; PostgreSQL gets `postgres` in it. Made when missing. */
  dataDir: string;
  log: Log;
  /** `durable` (the default) keeps every promise; `throwaway` is for test runs and does not sync to disk. */
  durability?: 'durable' | 'throwaway';
  /** A running PostgreSQL that does not answer for so long is given up; 30 s by default. */
  silentForMs?: number;
}

const SILENT_FOR_MS = 30_000;

/** The running embedded database, as far as a connection and the end of the process need it. */
export interface Embedded {
  readonly connection: { readonly host: string; readonly port: number; readonly user: string };
  /** The process number of PostgreSQL at the moment. */
  readonly pid: () => number;
  /**
   * Leaves the database. Stops it when no other server uses it.
   * @param withinMs how long that may take; PostgreSQL is ended without a checkpoint when it is too slow for it
   */
  readonly stop: (withinMs?: number) => Promise<void>;
}

/**
 * Starts the PostgreSQL of the data folder, or joins it when it runs already: after `kill -9` of a server, or beside
 * another server on the same folder. Should PostgreSQL die while this server lives, it is started again.
 * @throws DatabaseStartError with a sentence for the operator: wrong platform, wrong owner, wrong version, or the end of its log
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
