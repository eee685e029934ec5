import type pg from 'pg';
import {
  contentsFile,
  type HashedFile,
  jobsFile,
  type Manifest,
  tableFile,
  writeHashed,
} from '../platform/backup-place/index.ts';
import type { Database } from '../platform/database/index.ts';
import { backupTables, beginSnapshot, copyOut, copyOutBlobs, waitingJobs } from './tables.queries.ts';

/** The rows of a snapshot. */
export type Dump = Pick<Manifest, 'tables' | 'jobs'> & { blobs: HashedFile };

/** Writes all tables as they are at one moment, beside a running server. @param folder of the snapshot */
export async function dumpDatabase(
  database: Database,
  folder: string,
  onTable: (name: string, done: number) => void,
): Promise<Dump> {
  return withClient(database, async (client) => {
    await beginSnapshot(client);
    const tables: Dump['tables'] = [];
    const all = await backupTables(client);
    for (const [n, table] of all.entries()) {
      onTable(table.name, n / all.length);
      tables.push({
        ...table,
        file: await writeHashed(tableFile(folder, table.name), copyOut(client, table)),
      });
    }
    const blobs = await writeHashed(contentsFile(folder), copyOutBlobs(client));
    const lines = (await waitingJobs(client)).map((job) => `${JSON.stringify(job)}\n`);
    return { tables, blobs, jobs: await writeHashed(jobsFile(folder), lines) };
  });
}

/** Runs `work` with a connection that has no limits on the time of a statement. */
async function withClient<T>(
  database: Pick<Database, 'createPool'>,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  const pool = database.createPool({ name: 'backup', max: 1, statementTimeoutMs: 0, style: 'plain' });
  try {
    const client = await pool.connect();
    try {
      return await work(client);
    } finally {
      // Closes the connection, which also ends its snapshot.
      client.release(true);
    }
  } finally {
    await pool.end();
  }
}
