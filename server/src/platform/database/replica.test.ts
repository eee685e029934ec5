import { sql } from 'kysely';
import pino from 'pino';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { recordAudit, recordAuditAlone } from '../../audit/index.ts';
import { USERS } from '../../testing/accounts.ts';
import { createEmptyDatabase } from '../../testing/database.ts';
import { loadTestAccounts } from '../../testing/load-test-accounts.ts';
import { type ReplicatedDatabase, startReplicated } from '../../testing/replica.ts';
import { systemContext } from '../actor/index.ts';
import { type Database, DatabaseStartError, openDatabase, type Reader, type ReadSource } from './index.ts';

// Uses a real PostgreSQL with a real streaming replica.

const lines: { msg: string }[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line) as never) });
const metrics = new Registry();
const PERSON = USERS.editor.sfid;
const READER: Reader = { lastChange: null, mustBeLatest: false };

let servers: ReplicatedDatabase;
let database: Database;
const open = (databaseReadUrl: string, measured = {}) =>
  openDatabase({
    databaseUrl: servers.url,
    databaseReadUrl,
    dataDir: '/nowhere',
    maxConnections: 4,
    log,
    ...measured,
  });

beforeAll(async () => {
  servers = await startReplicated();
  database = await open(servers.replicaUrl, { metrics });
  await loadTestAccounts({ database });
  await untilReplicaServes(READER);
});
afterAll(async () => {
  await database?.close();
  await servers?.stop();
});
afterEach(() => servers.resume());

const servedBy = (reader: Reader) => database.read(reader, whoAmI);
async function whoAmI({ kysely }: ReadSource): Promise<'replica' | 'database'> {
  const { rows } = await sql<{ isReplica: boolean }>`select pg_is_in_recovery() as is_replica`.execute(
    kysely,
  );
  return rows[0]?.isReplica === true ? 'replica' : 'database';
}
const untilReplicaServes = (reader: Reader) =>
  vi.waitFor(async () => expect(await servedBy(reader)).toBe('replica'), { timeout: 30_000, interval: 20 });

const BY_PERSON = {
  ...systemContext(),
  actor: { kind: 'person', id: PERSON, name: 'Eve', email: null },
} as const;
const ENTRY = { action: 'file.preview', by: BY_PERSON } as const;

/** The person's reads, as the look-up of the session says. */
async function readerOf(personId: string): Promise<Reader> {
  const { rows } = await sql<{ lastChange: string | null }>`
    select last_change_xid::text as last_change from account where id = ${personId}`.execute(database.kysely);
  return { lastChange: rows[0]?.lastChange ?? null, mustBeLatest: false };
}

describe('NODES-06 reads from a replica', () => {
  it('the replica serves reads', async () => {
    expect(await servedBy(READER)).toBe('replica');
    expect(await metrics.getSingleMetricAsString('vault_database_reads_total')).toMatch(
      /vault_database_reads_total\{served="replica"\} [1-9]/,
    );
  });

  it.each([
    ['a transaction', () => database.transaction((tx) => recordAudit(tx, ENTRY))],
    ['a single statement', () => recordAuditAlone(database, ENTRY)],
  ])(
    'a person reads their own change by %s from the database until the replica has it',
    async (_, change) => {
      await servers.pause();
      await change();
      const reader = await readerOf(PERSON);
      expect(reader.lastChange).not.toBeNull();
      expect(await servedBy(reader)).toBe('database');
      expect(await servedBy(await readerOf(USERS.reader.sfid))).toBe('replica');
      await servers.resume();
      await untilReplicaServes(reader);
    },
  );

  it('a rolled back change is not waited for', async () => {
    const before = await readerOf(PERSON);
    await expect(
      database.transaction(async (tx) => {
        await recordAudit(tx, ENTRY);
        throw new Error('the work failed');
      }),
    ).rejects.toThrow('the work failed');
    expect(await readerOf(PERSON)).toEqual(before);
  });

  it('concurrent changes of a person all have to be there', async () => {
    await servers.pause();
    await Promise.all(Array.from({ length: 20 }, () => database.transaction((tx) => recordAudit(tx, ENTRY))));
    const reader = await readerOf(PERSON);
    await servers.resume();
    await untilReplicaServes(reader);
    const count = (source: ReadSource) =>
      sql<{ count: number }>`
        select count(*)::int as count from audit_entry where person_id = ${PERSON}`.execute(source.kysely);
    const { rows: expected } = await count(database);
    expect((await database.read(reader, count)).rows).toEqual(expected);
  });

  it('what follows a live event is read from the database', async () => {
    expect(await servedBy({ lastChange: null, mustBeLatest: true })).toBe('database');
  });

  it('a change of another cluster, as after a restore, is read from the database', async () => {
    expect(await servedBy({ lastChange: '9000000000000000', mustBeLatest: false })).toBe('database');
  });

  it('a start forgets changes of the future', async () => {
    await sql`update account set last_change_xid = '9000000000000000' where id = ${PERSON}`.execute(
      database.kysely,
    );
    await (await open(servers.replicaUrl)).close();
    expect(await readerOf(PERSON)).toEqual(READER);
  });

  it('a refusal of the replica can be out of date: the database decides', async () => {
    const seen: string[] = [];
    const refuse = async (source: ReadSource) => {
      const who = await whoAmI(source);
      seen.push(who);
      if (who === 'replica') throw new Error('not found');
      return 'found';
    };
    expect(await database.read(READER, refuse)).toBe('found');
    expect(seen).toEqual(['replica', 'database']);
  });
});

describe('NODES-06 a replica that fails', () => {
  it('the database serves while the replica is away, and the replica again afterwards', async () => {
    await untilReplicaServes(READER);
    lines.length = 0;
    await servers.stopReplica();
    expect(await servedBy(READER)).toBe('database');
    expect(lines.map(({ msg }) => msg)).toContain(
      'Read replica failed; the database serves its reads for a second',
    );
    await servers.startReplica();
    await untilReplicaServes(READER);
  });

  it('a start without the replica warns, and its reads are served by the database', async () => {
    lines.length = 0;
    const nowhere = servers.replicaUrl.replace('replica', 'no-replica');
    const other = await open(nowhere);
    try {
      expect(await other.read(READER, whoAmI)).toBe('database');
      expect(lines.map(({ msg }) => msg)).toContain(
        'Read replica cannot be used; the database serves its reads until it can',
      );
    } finally {
      await other.close();
    }
  });

  it.each([
    ['the database itself', async () => ({ url: servers.url, drop: async () => undefined })],
    ['another server', () => createEmptyDatabase()],
  ])('DATABASE_READ_URL that names %s is refused at the start', async (_what, make) => {
    const wrong = await make();
    const opening = open(wrong.url);
    await expect(opening).rejects.toThrow(DatabaseStartError);
    await expect(opening).rejects.toThrow(
      'DATABASE_READ_URL does not name a replica of the database of DATABASE_URL.',
    );
    await wrong.drop();
  });
});
