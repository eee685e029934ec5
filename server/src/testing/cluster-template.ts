import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pino from 'pino';
import type { Database } from '../platform/database/index.ts';
import { openCopy, prepareDatabase, startThrowaway } from './test-server.ts';

/**
 * The folder of a stopped embedded PostgreSQL with a migrated database. A test file creates it once and copies it for
 * each test: initdb and the migrations of a durable PostgreSQL take seconds, and a copy takes a tenth of a second.
 */
export interface ClusterTemplate {
  /** Copies it into a data folder, which is created when it is missing. */
  copyTo(dataDir: string): Promise<void>;
  remove(): Promise<void>;
}

/** @param fill writes rows that each copy contains */
export async function createClusterTemplate(
  fill: (database: Database) => Promise<void> = async () => undefined,
): Promise<ClusterTemplate> {
  const folder = await mkdtemp(join(tmpdir(), 'vault-cluster-'));
  const log = pino({ level: 'silent' });
  const embedded = await startThrowaway(folder, log);
  const server = { ...embedded.connection, database: 'postgres' };
  await prepareDatabase(server, 'vault', log);
  const database = openCopy({ ...server, database: 'vault' }, log);
  await fill(database);
  await database.close();
  await embedded.stop();
  return {
    async copyTo(dataDir) {
      await mkdir(dataDir, { recursive: true });
      await promisify(execFile)('cp', ['-a', join(folder, 'postgres'), dataDir]);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
