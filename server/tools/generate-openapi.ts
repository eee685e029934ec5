import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { readConfig } from '../src/config/index.ts';
import { startServer } from '../src/server.ts';
import { type ApiDocument, OPENAPI_PATH, openapiText } from './openapi.ts';

// Starts a server without accounts in an empty folder and writes openapi.json from its API document. Run it after
// each change of a call.

const dataDir = await mkdtemp(join(tmpdir(), 'vault-openapi-'));
try {
  const accountsFile = join(dataDir, 'accounts.json');
  await writeFile(accountsFile, JSON.stringify({ records: [], users: [] }));
  const config = readConfig({ PORT: '0', DATA_DIR: join(dataDir, 'data'), ACCOUNTS_FILE: accountsFile });
  const server = await startServer(config, pino({ level: 'error' }));
  try {
    const response = await fetch(`${server.address}/api/docs/json`);
    await writeFile(OPENAPI_PATH, openapiText((await response.json()) as ApiDocument));
  } finally {
    await server.stop();
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
