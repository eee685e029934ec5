import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { openDatabase } from '../src/platform/database/index.ts';
import { schemaFiles } from './schema-files.ts';

// Migrates an empty database and writes the files that are generated from it. Run it after each new migration.

const dataDir = await mkdtemp(join(tmpdir(), 'vault-schema-'));
try {
  const database = await openDatabase({ databaseUrl: null, dataDir, log: pino({ level: 'warn' }) });
  try {
    for (const { path, text } of await schemaFiles(database)) await writeFile(path, text);
  } finally {
    await database.close();
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
