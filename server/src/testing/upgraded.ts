import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { onTestFinished } from 'vitest';
import type { Database } from '../platform/database/index.ts';
import { migrate, MIGRATIONS_DIRECTORY } from '../platform/database/migrate.ts';
import { createPool, watchDatabase } from '../platform/database/pool.ts';
import { createEmptyDatabase } from './database.ts';
import { openCopy } from './test-server.ts';

const log = pino({ level: 'silent' });

/** Runs the migrations before the one with this number, then the statements, then all others. */
export async function upgraded(number: string, statements: string): Promise<Database> {
  const { target, drop } = await createEmptyDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'vault-upgrade-'));
  await cp(MIGRATIONS_DIRECTORY, folder, { recursive: true });
  const later = (await readdir(folder)).filter((name) => /^\d/.test(name) && name >= number);
  await Promise.all(later.map((name) => rm(join(folder, name))));
  const options = { name: 'upgrade', max: 2, statementTimeoutMs: 0, style: 'plain' } as const;
  const pool = createPool(watchDatabase(target, log), options);
  const database = openCopy(target, log);
  onTestFinished(async () => {
    await pool.end();
    await database.close();
    await drop();
    await rm(folder, { recursive: true });
  });
  await migrate(pool, log, folder);
  await pool.query(statements);
  await migrate(pool, log);
  return database;
}
