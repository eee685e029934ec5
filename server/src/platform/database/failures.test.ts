import { contract, Messages } from '@vault/contract';
import { Writable } from 'node:stream';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RECORDS } from '../../testing/accounts.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { timedCall } from '../../testing/faults/timed-call.ts';
import { openCopy } from '../../testing/test-server.ts';
import type { Target } from './target.ts';

// Uses real HTTP, and PostgreSQL that refuses a server without superuser rights. outage.test.ts freezes and stops it.

const ROLE = 'vault_failures_test';
const UNAVAILABLE = { status: 503, errorMessage: Messages.vaultUnavailable, retryAfter: '5' };
const FULL = { status: 507, errorMessage: Messages.storageFull, retryAfter: '5' };
const params = { recordId: RECORDS.acme };

let direct: TestDatabase;
let vault: TestApp;
let client: Client;
let lines: string[];

beforeEach(async () => {
  direct = await createTestDatabase();
  await direct.pool.query(
    `create role ${ROLE} login in role pg_read_all_data, pg_write_all_data;
     grant all on all functions in schema public to ${ROLE}`,
  );
  lines = [];
  const stream = new Writable({
    write: (line: Buffer, _, done) => {
      lines.push(line.toString());
      done();
    },
  });
  const log = pino({ level: 'warn' }, stream);
  const limits = { connectMs: 500, lockMs: 300 };
  const limited = openCopy(asRole(direct.target), log, { limits, maxConnections: 2 });
  vault = await createTestApp({ log, database: { ...direct, ...limited } });
  client = await vault.as('creator');
});
afterEach(async () => {
  await vault.close();
  await vault.database.close();
  await direct.pool.query(`drop owned by ${ROLE}; drop role ${ROLE}`);
  await direct.drop();
});

function asRole(target: Target): Target {
  if (!('connectionString' in target)) return { ...target, user: ROLE };
  const url = new URL(target.connectionString);
  url.username = ROLE;
  return { connectionString: url.href };
}

const list = () =>
  timedCall(client, contract.files.list, { params, query: { parentFolder: '', size: 100, page: 0 } });
const createFolder = (name: string) =>
  timedCall(client, contract.organise.createFolder, { params, query: { name } });

/** Ends the connections of the server, so that the next call opens a new one. */
const disconnect = () =>
  direct.pool.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = $1`, [
    ROLE,
  ]);

/** The kinds of failure in the log lines of refused requests. */
const loggedFailures = () =>
  lines
    .map((line) => JSON.parse(line) as { msg: string; databaseFailure?: string })
    .filter(({ msg }) => msg.startsWith('Request refused'))
    .map(({ databaseFailure }) => databaseFailure);

describe('SAFE-06 the reply to a database failure depends on its kind', () => {
  it('calls get 503 while the database role cannot log in, and succeed when it can again', async () => {
    await direct.pool.query(`alter role ${ROLE} nologin`);
    await disconnect();
    await expect.poll(list).toMatchObject(UNAVAILABLE);
    await direct.pool.query(`alter role ${ROLE} login`);
    await expect.poll(async () => (await list()).status).toBe(200);
    expect(loggedFailures()).toContain('unreachable');
  });

  it('calls get 503 while the database role has no connection left, and succeed when it has one', async () => {
    await direct.pool.query(`alter role ${ROLE} connection limit 0`);
    await disconnect();
    await expect.poll(list).toMatchObject(UNAVAILABLE);
    await direct.pool.query(`alter role ${ROLE} connection limit -1`);
    await expect.poll(async () => (await list()).status).toBe(200);
    expect(loggedFailures()).toContain('over limits');
  });

  it('a pool whose connections are all in use gives 503 after the time-out', async () => {
    const held = await Promise.all([vault.database.pool.connect(), vault.database.pool.connect()]);
    expect(await list()).toMatchObject(UNAVAILABLE);
    for (const connection of held) connection.release();
    expect((await list()).status).toBe(200);
    expect(loggedFailures()).toEqual(['over limits']);
  });

  it('a lock that is held too long, and a cancelled statement, give 503', async () => {
    const holder = await direct.pool.connect();
    await holder.query('begin; lock table item in access exclusive mode');
    expect(await list()).toMatchObject(UNAVAILABLE);
    await direct.pool.query(`alter role ${ROLE} set lock_timeout = 0`);
    const cancelled = list();
    // Not by the holder: a transaction sees the same activity until its end.
    const cancel = () =>
      direct.pool.query<{ done: boolean }>(
        `select pg_cancel_backend(pid) as done from pg_stat_activity where usename = $1 and wait_event_type = 'Lock'`,
        [ROLE],
      );
    await expect.poll(async () => (await cancel()).rowCount).toBe(1);
    expect(await cancelled).toMatchObject(UNAVAILABLE);
    await holder.query('rollback');
    holder.release();
    expect((await list()).status).toBe(200);
    expect(loggedFailures()).toEqual(['timed out', 'timed out']);
  });

  it('a read-only database gives 503 for a change, and serves a list', async () => {
    await direct.pool.query(`alter role ${ROLE} set default_transaction_read_only = on`);
    await disconnect();
    await expect.poll(async () => (await list()).status).toBe(200);
    expect(await createFolder('Plans')).toMatchObject(UNAVAILABLE);
    expect(loggedFailures().at(-1)).toBe('read only');
  });

  // A trigger raises these, because a full disk and exhausted memory cannot be created for one database.
  it.each([
    ['53100', 'out of space', FULL],
    ['53200', 'over limits', UNAVAILABLE],
    ['58030', 'unreachable', UNAVAILABLE],
    ['40001', 'conflict', UNAVAILABLE],
  ])('the SQLSTATE %s in a change is logged as "%s", and nothing is stored', async (state, kind, answer) => {
    await direct.pool.query(
      `create function refuse() returns trigger language plpgsql as
         $$ begin raise 'refused by the test' using errcode = '${state}'; end $$;
       create trigger refuse before insert on item for each row execute function refuse()`,
    );
    expect(await createFolder('Plans')).toMatchObject(answer);
    expect(loggedFailures()).toEqual([kind]);
    await direct.pool.query('drop trigger refuse on item');
    expect((await createFolder('Plans')).status).toBe(200);
  });
});
