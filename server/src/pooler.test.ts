import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { signIn } from './testing/client.ts';
import { createTestDatabase } from './testing/database.ts';
import { loadTestAccounts } from './testing/load-test-accounts.ts';
import { hasPgBouncer, startPgBouncer } from './testing/pgbouncer.ts';
import { startAgain } from './testing/server-process.ts';
import { list, newUid, prepare, put, scan, transfer } from './testing/upload-pipeline.ts';

// It starts a server and a PgBouncer.
vi.setConfig({ testTimeout: 120_000 });

it.runIf(hasPgBouncer())(
  'NODES-07 a vault behind PgBouncer in transaction mode stores and lists files',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vault-pooler-'));
    const database = await createTestDatabase();
    await loadTestAccounts({ database });
    const pgBouncer = await startPgBouncer(database.target);
    const vault = await startAgain(
      { database, dataDir: join(folder, 'data') },
      { DATABASE_URL: pgBouncer.urlOf(database.databaseName), DATABASE_DIRECT_URL: database.url },
    );
    try {
      const ada = await signIn(vault.origin, 'everything');
      const keys = Array.from({ length: 8 }, newUid);
      await Promise.all(
        keys.map(async (key, n) => {
          await put(await prepare(ada, key, `pooled ${n}.txt`), `text ${n}`);
          await scan(ada, key);
        }),
      );
      expect(await transfer(ada, keys)).toEqual(keys.map(() => 200));
      expect(await list(ada)).toHaveLength(8);
      // Requests have sessions of PgBouncer; jobs, LISTEN and the budget have their own.
      const { rows } = await sql<{ kind: string }>`
      select distinct substring(application_name from 'portal-vault-([a-z]+)-') as kind
      from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() order by kind`.execute(
        database.kysely,
      );
      expect(rows.map(({ kind }) => kind)).toEqual(['events', 'jobs', 'pooled']);
    } finally {
      vault.signal('SIGKILL');
      await vault.exited;
      await pgBouncer.stop();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    }
  },
);
