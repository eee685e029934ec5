import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { whileFrozen } from '../../testing/faults/freeze.ts';
import {
  createProxiedDatabase,
  type ProxiedDatabase,
  SHORT_LIMITS,
} from '../../testing/faults/proxied-database.ts';
import { openCopy, prepareDatabase, startThrowaway } from '../../testing/test-server.ts';
import { hasEnded } from './embedded/process.ts';
import { startEmbedded } from './embedded.ts';
import { databaseFailureOf, DatabaseStartError, openDatabase } from './index.ts';

// Uses real PostgreSQL, stopped by SIGSTOP or behind a proxy that freezes.

const log = pino({ level: 'silent' });

describe('SAFE-23 a start with a database that accepts connections but does not reply', () => {
  let proxied: ProxiedDatabase;
  beforeEach(async () => {
    proxied = await createProxiedDatabase();
  });
  afterEach(() => proxied.database.drop());

  const open = () =>
    openDatabase({ databaseUrl: urlOf(proxied), dataDir: '/nowhere', log, limits: SHORT_LIMITS });
  const SENTENCE = /^The database that DATABASE_URL names cannot be used: it does not answer\.$/;

  it('the start ends with a sentence for the operator', async () => {
    proxied.proxy.freezeAll();
    const error = await open().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DatabaseStartError);
    expect((error as Error).message).toMatch(SENTENCE);
  });

  it.each([
    ['its version', 'server_version_num', ''],
    ['the migrations', 'pg_advisory_lock', 'portal-vault-migrations'],
  ])('the start ends with a sentence when it freezes at %s', async (_, text, from) => {
    const happened = proxied.proxy.arm('freezeAll', { text: new RegExp(text), from });
    await expect(open()).rejects.toThrow(SENTENCE);
    await happened;
  });
});

function urlOf({ database, proxy }: ProxiedDatabase): string {
  const target = proxy.target;
  if ('connectionString' in target) return target.connectionString;
  return `postgres://${target.user}@${target.host}:${target.port}/${database.databaseName}`;
}

/** After the end of an outage (SAFE-06). */
const RECOVERY = { interval: 20, timeout: 10_000 };

describe('SAFE-23 a PostgreSQL that is stopped by SIGSTOP', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vault-frozen-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('calls are refused, and served again after SIGCONT', async () => {
    const embedded = await startThrowaway(folder, log);
    const server = { ...embedded.connection, database: 'postgres' };
    await prepareDatabase(server, 'vault', log);
    const database = openCopy({ ...server, database: 'vault' }, log, { limits: SHORT_LIMITS });
    await Promise.all([database.ping(), database.ping()]);
    await whileFrozen(embedded.pid(), async () => {
      const calls = Array.from({ length: 12 }, () => database.ping().catch((error: unknown) => error));
      // The pool has fewer connections, so some of the calls wait for one.
      for (const outcome of await Promise.all(calls)) {
        expect(databaseFailureOf(outcome)).toBeOneOf(['unreachable', 'over limits']);
      }
      await expect(startEmbedded({ dataDir: folder, log, silentForMs: 100 })).rejects.toThrow(
        /^The embedded PostgreSQL runs and accepts connections, but it does not answer\./,
      );
    });
    await expect.poll(() => database.ping().then(() => 'answers', String), RECOVERY).toBe('answers');
    await database.close();
    await embedded.stop();
  });

  it('the server can still stop while its PostgreSQL is frozen', async () => {
    const embedded = await startThrowaway(folder, log);
    const pid = embedded.pid();
    await whileFrozen(pid, () => embedded.stop(2_000));
    process.kill(pid, 'SIGINT');
    // Until it has ended it writes into its folder, which is deleted next.
    expect(await hasEnded(pid, 60_000)).toBe(true);
  });
});
