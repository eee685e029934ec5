import { sql } from 'kysely';
import pino from 'pino';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { recordAudit, recordAuditAlone } from '../../audit/index.ts';
import { USERS } from '../../testing/accounts.ts';
import { createEmptyDatabase } from '../../testing/database.ts';
import { loadTestAccounts } from '../../testing/load-test-accounts.ts';
import {
  type ReplicatedDatabase,
  startReplicated,
  waitForReplica,
  whoServes,
} from '../../testing/replica.ts';
import { systemContext } from '../actor/index.ts';
import {
  type Database,
  type DatabaseOptions,
  DatabaseStartError,
  openDatabase,
  type Reader,
  type ReadSource,
} from './index.ts';

// Uses a real PostgreSQL with a real streaming replica.

const lines: { msg: string }[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line) as never) });
const metrics = new Registry();
const PERSON = USERS.editor.sfid;
const READER: Reader = { lastChange: null, mustBeLatest: false };

let servers: ReplicatedDatabase;
let database: Database;
/** So long that a paused replica is never late, unless a test says so. */
const NEVER_LATE = { maxReadDelayMs: 3_600_000 };
const open = (databaseReadUrl: string, options: Partial<DatabaseOptions> = {}) =>
  openDatabase({
    databaseUrl: servers.url,
    databaseReadUrl,
    dataDir: '/nowhere',
    maxConnections: 4,
    log,
    ...NEVER_LATE,
    ...options,
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

const servedBy = (reader: Reader, by = database) => by.read(reader, whoServes);
const untilReplicaServes = (reader: Reader, by = database) => waitForReplica(by, reader);

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

  it('what follows a live event is read from the database, and counted', async () => {
    const count = async () => {
      const text = await metrics.getSingleMetricAsString('vault_database_reads_total');
      return Number(/\{served="database"\} (\d+)/.exec(text)?.[1] ?? 0);
    };
    const before = await count();
    expect(await servedBy({ lastChange: null, mustBeLatest: true })).toBe('database');
    expect(await count()).toBe(before + 1);
  });

  it('a replica that is late is not used until it has what others changed', async () => {
    const other = await open(servers.replicaUrl, { maxReadDelayMs: 0 });
    onTestFinished(() => other.close());
    await untilReplicaServes(READER, other);
    await servers.pause();
    await database.transaction((tx) => recordAudit(tx, ENTRY));
    expect(await servedBy(READER, other)).toBe('database');
    await servers.resume();
    await untilReplicaServes(READER, other);
  });

  it('SAFE-26 a read that runs does not hold up the end', async () => {
    const other = await open(servers.replicaUrl);
    await untilReplicaServes(READER, other);
    const [running, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
    const reading = other.read(READER, () => {
      running.resolve();
      return finish.promise;
    });
    await running.promise;
    await other.close(300);
    finish.resolve('read');
    expect(await reading).toBe('read');
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
      const who = await whoServes(source);
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
      expect(await other.read(READER, whoServes)).toBe('database');
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
