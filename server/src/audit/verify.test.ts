import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { type CompiledQuery, sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ActorContext, runAs } from '../platform/actor/index.ts';
import { systemClock } from '../platform/clock.ts';
import { createSealKey } from '../platform/seal-key/index.ts';
import { RECORDS } from '../testing/accounts.ts';
import { allChained } from '../testing/audit-entries.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { openCopy } from '../testing/test-server.ts';
import { lockChain } from './chain.queries.ts';
import { extendChain, recordAudit, redactPerson, sealChains, type SealDeps, verifyAudit } from './index.ts';
import { rowOf } from './record.ts';
import { insertEntries } from './record.queries.ts';
import { writeSeal } from './seal.ts';
import { verifyChained } from './verify.ts';

const sealKey = createSealKey(randomBytes(32));
const ada = {
  kind: 'person',
  id: 'usrAda000000000000',
  name: 'Ada Byron',
  email: 'ada@example.test',
} as const;
const asAda: ActorContext = {
  actor: ada,
  requestId: 'a3b7c1d0-0000-4000-8000-000000000001',
  clientAddress: '192.0.2.1',
  userAgent: 'Browser/1.0',
};

let database: TestDatabase;
let folder: string;
let deps: SealDeps;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-seals-'));
});
beforeEach(async () => {
  database = await createTestDatabase();
  const settings = { auditSealFile: join(folder, `${randomBytes(6).toString('hex')}.jsonl`) };
  deps = { database, clock: systemClock, log: pino({ level: 'silent' }), sealKey, settings };
  return () => database.drop();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const verify = (sealFile: string | null = null) =>
  verifyAudit({ database, publicKey: async () => sealKey.publicKey.toString('hex'), sealFile });

/** Records `count` entries in two records and without one, each in its own transaction. */
async function record(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const recordId = [RECORDS.acme, RECORDS.birch, undefined][n % 3];
    // oxlint-disable-next-line no-await-in-loop -- in order
    await runAs(asAda, () =>
      database.transaction((tx) =>
        recordAudit(tx, {
          action: 'item.rename',
          ...(recordId !== undefined && { recordId }),
          linkId: 'lnkOne000000000000',
          object: { kind: 'file', id: 'filOne000000000000', name: `Größe "${n}".pdf`, path: 'Tax/2025' },
          details: { n, list: [1, 'zwei', null, { b: true, a: '' }], '10': 1, '9': 2 },
        }),
      ),
    );
  }
}

const one = async <T>(statement: string): Promise<T> => {
  const { rows } = await sql.raw<{ value: T }>(statement).execute(database.kysely);
  return rows[0]?.value as T;
};

describe('AUDIT-03 a verification beside a server', () => {
  it('SAFE-01 leaves out the seals that are made while it runs', async () => {
    await record(3);
    const plain = database.kysely.withoutPlugins();
    // Behaves like the database, and a seal is made while the rows of the chain are read.
    const executeQuery: typeof plain.executeQuery = async (statement) => {
      const result = await plain.executeQuery<never>(statement);
      if ((statement as CompiledQuery).sql.includes('from audit_chain where seq >')) await sealChains(deps);
      return result;
    };
    const kysely = { withoutPlugins: () => ({ executeQuery }) } as unknown as typeof database.kysely;
    const publicKey = async () => sealKey.publicKey.toString('hex');
    await extendChain(deps);
    const result = await verifyChained({ database: { ...database, kysely }, publicKey, sealFile: null });
    expect(result.problem).toBeNull();
    expect(result.seals).toBe(0);
    expect(await verify()).toMatchObject({ problem: null, seals: 1 });
  });
});

describe('AUDIT-03 the chain', () => {
  it('AUDIT-03 entries of each record form a chain of their own, in the order of their commits', async () => {
    await record(7);
    await allChained(database);
    await record(2);
    await allChained(database);
    const { rows } = await sql`
      select scope, array_agg(position::int order by seq) as positions from audit_chain group by scope
      order by scope`.execute(database.kysely);
    expect(rows).toEqual([
      { scope: '', positions: [1, 2] },
      { scope: RECORDS.acme, positions: [1, 2, 3, 4] },
      { scope: RECORDS.birch, positions: [1, 2, 3] },
    ]);
    expect(await verify()).toEqual({ entries: 9, seals: 0, problem: null });
  });

  it('AUDIT-03 an entry waits for the chain while an earlier transaction runs', async () => {
    await record(1);
    await allChained(database);
    await database.transaction(async (tx) => {
      await insertEntries(tx, [rowOf({ action: 'item.trash' })]);
      await record(1);
      await extendChain(deps);
      expect(await one('select count(*) as value from audit_chain')).toBe(1);
    });
    await allChained(database);
    const actions = await one(`
      select array_agg(e.action order by c.seq) as value from audit_chain c join audit_entry e on e.id = c.entry_id`);
    expect(actions).toEqual(['item.rename', 'item.trash', 'item.rename']);
    expect(await verify()).toEqual({ entries: 3, seals: 0, problem: null });
  });

  it('AUDIT-03 several processes that chain at the same time chain each entry once', async () => {
    await record(20);
    await Promise.all(Array.from({ length: 4 }, () => extendChain(deps)));
    await allChained(database);
    expect(await verify()).toEqual({ entries: 20, seals: 0, problem: null });
  });

  it('AUDIT-03 a process waits for the one that chains longer than a request waits for a lock', async () => {
    await record(1);
    const shortLockCopy = openCopy(database.target, pino({ level: 'silent' }), { limits: { lockMs: 1 } });
    const chaining = Promise.withResolvers<void>();
    await database.transaction(async (tx) => {
      await lockChain(tx);
      const waiting = extendChain({ database: shortLockCopy });
      chaining.resolve(waiting);
      const isWaiting = () =>
        one<number>(`
          select count(*)::int as value from pg_locks
          where not granted and database = (select oid from pg_database where datname = current_database())`);
      await Promise.race([waiting, vi.waitUntil(async () => (await isWaiting()) > 0, { timeout: 30_000 })]);
    });
    await chaining.promise;
    await shortLockCopy.close();
    expect(await verify()).toEqual({ entries: 1, seals: 0, problem: null });
  });

  it('AUDIT-03 a dump that is restored to another cluster continues the chain', async () => {
    await record(3);
    await allChained(database);
    await record(2);
    // The transaction ids of the former cluster are far ahead of those of this one.
    await sql`update audit_chain_state set cluster_id = 'another', chained_below = '90000000000'`.execute(
      database.kysely,
    );
    await record(2);
    await allChained(database);
    expect(await verify()).toEqual({ entries: 7, seals: 0, problem: null });
  });
});

describe('AUDIT-03 seals', () => {
  it('AUDIT-03 each seal has the heads that changed, and continues the seal before it', async () => {
    await record(6);
    await allChained(database);
    await sealChains(deps);
    await sealChains(deps);
    await record(1);
    await allChained(database);
    await sealChains(deps);
    const heads = await one<unknown[]>(
      'select array_agg(jsonb_array_length(heads) order by number) as value from audit_seal',
    );
    expect(heads).toEqual([3, 0, 1]);
    expect(await verify()).toEqual({ entries: 7, seals: 3, problem: null });
  });

  it('AUDIT-03 a chain that was written again matches itself but no seal', async () => {
    await record(4);
    await allChained(database);
    await sealChains(deps);
    await rewrite(async () => {
      await sql`update audit_entry set object_name = 'other' where id = (select max(id) from audit_entry)`.execute(
        database.kysely,
      );
      await sql`delete from audit_chain`.execute(database.kysely);
      await sql`delete from audit_chain_state`.execute(database.kysely);
    });
    expect((await verify()).problem?.text).toMatch(/^Seal 1 .* has another entry number 2 of recAcme/);
  });

  it('AUDIT-03 seals that were made again with another key are found', async () => {
    await record(4);
    await allChained(database);
    await sealChains({ ...deps, sealKey: createSealKey(randomBytes(32)) });
    expect((await verify()).problem?.text).toMatch(/^The last seal has the key [\da-f]{64}, but/);
    await allChained(database);
    await sealChains(deps);
    expect((await verify()).problem?.text).toMatch(/^Seal 2 .* has another key, and no entry says/);
  });

  it('AUDIT-03 GUARD-06 a rotated key seals after an entry that says so', async () => {
    await record(1);
    await allChained(database);
    await sealChains({ ...deps, sealKey: createSealKey(randomBytes(32)) });
    await database.transaction((tx) => recordAudit(tx, { action: 'key.rotate' }));
    await allChained(database);
    expect((await verify()).problem).toBeNull();
    await sealChains(deps);
    expect(await verify()).toEqual({ entries: 2, seals: 2, problem: null });
  });

  it('AUDIT-03 the seal file finds a database whose newest entries and seals were removed', async () => {
    await record(4);
    await allChained(database);
    await sealChains(deps);
    await writeSeal(deps, 1);
    await record(2);
    await allChained(database);
    await sealChains(deps);
    await writeSeal(deps, 2);
    const file = deps.settings.auditSealFile ?? '';
    expect(await verify(file)).toEqual({ entries: 6, seals: 2, problem: null });
    await rewrite(async () => {
      await sql`delete from audit_seal where number = 2`.execute(database.kysely);
      await sql`delete from audit_chain where seq > 4`.execute(database.kysely);
      await sql`delete from audit_entry where id > 4`.execute(database.kysely);
    });
    expect((await verify()).problem).toBeNull();
    expect((await verify(file)).problem?.text).toMatch(/^The database does not have the seal in line 2 of /);
  });

  it.each(['', '{}', 'no JSON', '{"text":"{\\"number\\":1e99}"}', '{"text":7}'])(
    'AUDIT-03 a line %j in the seal file is no seal',
    async (line) => {
      await record(1);
      const file = join(folder, 'wrong.jsonl');
      await writeFile(file, `${line}\n`);
      const { problem } = await verify(file);
      expect(problem === null).toBe(line === '');
    },
  );

  it('AUDIT-03 the seal file has the signed text, which no head can be read from', async () => {
    await record(3);
    await allChained(database);
    await sealChains(deps);
    await writeSeal(deps, 1);
    const [line = ''] = (await readFile(deps.settings.auditSealFile ?? '', 'utf8')).split('\n');
    const { text, signature } = JSON.parse(line) as { text: string; signature: string };
    expect(signature).toMatch(/^[\da-f]{128}$/);
    expect(JSON.parse(text)).toMatchObject({
      number: 1,
      lastSeq: 3,
      publicKey: sealKey.publicKey.toString('hex'),
    });
    expect(text).not.toContain(RECORDS.acme);
  });
});

describe('AUDIT-02 redaction', () => {
  it('AUDIT-02 a redaction leaves entries, chain and seals, and says who did it', async () => {
    await record(3);
    await allChained(database);
    await sealChains(deps);
    const person = { accountId: null, email: 'ADA@example.test' };
    const asRoot = { ...asAda, actor: { kind: 'command', user: 'root' } } as const;
    expect(await runAs(asRoot, () => redactPerson(deps, person))).toBe(3);
    expect(await runAs(asRoot, () => redactPerson(deps, person))).toBe(0);
    await allChained(database);
    expect(await verify()).toEqual({ entries: 4, seals: 1, problem: null });
    expect(await one(`select string_agg(audit_entry::text, ' ') as value from audit_entry`)).not.toContain(
      'Byron',
    );
    const redaction = await one(`
      select details || personal || jsonb_build_object('kind', actor_kind) as value from audit_entry
      where action = 'audit.redact'`);
    expect(redaction).toMatchObject({ kind: 'command', name: 'root', entries: [1, 2, 3] });
  });

  it('AUDIT-02 personal data that is removed without an entry is found', async () => {
    await record(3);
    await allChained(database);
    await rewrite(() =>
      sql`update audit_entry set personal = null, personal_salt = null, redacted_by = 1 where id = 2`.execute(
        database.kysely,
      ),
    );
    expect((await verify()).problem).toEqual({
      entryId: 2,
      text: 'The personal data of entry 2 was removed, and no entry says so.',
    });
  });
});

/** Runs work as an attacker with all rights of the database: no trigger and no constraint of a column holds. */
async function rewrite(work: () => Promise<unknown>): Promise<void> {
  await sql
    .raw(`
    do $$ declare t record; begin
      for t in select conrelid::regclass as name, conname from pg_constraint
        where contype = 'c' and conrelid::regclass::text like 'audit_%'
      loop execute format('alter table %s drop constraint %I', t.name, t.conname); end loop;
    end $$;
    alter table audit_entry alter column id drop identity if exists;
    alter table audit_entry disable trigger all;
    alter table audit_chain disable trigger all;
    alter table audit_seal disable trigger all`)
    .execute(database.kysely);
  await work();
}

interface Column {
  table: string;
  name: string;
  type: string;
}

/** The columns of a table that have no other meaning than what they say. */
async function columnsOf(table: string): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select table_name as table, column_name as name,
      case when domain_name is not null then 'text' else udt_name end as type
    from information_schema.columns where table_name = ${table}`.execute(database.kysely);
  return rows;
}

/** SQL that changes one byte of a value of a type, at a position from 0 to 1. */
function changed({ name, type }: Column, at: number): string {
  const index = (length: string) => `floor(${at} * (${length} - 1))::int`;
  switch (type) {
    case 'bytea': {
      const byte = index(`octet_length(${name})`);
      return `set_byte(${name}, ${byte}, get_byte(${name}, ${byte}) # 1)`;
    }
    case 'jsonb': {
      return at < 0.5
        ? `case jsonb_typeof(${name}) when 'array' then ${name} || '[0]' else ${name} || '{"x": 1}' end`
        : `regexp_replace(${name}::text, '(\\d)(?=[,}\\]])', '\\1.0')::jsonb || case jsonb_typeof(${name})
            when 'array' then '[]'::jsonb else '{"n": 0.0}' end`;
    }
    case 'timestamptz': {
      return `${name} + interval '1 ms'`;
    }
    case 'uuid': {
      return `overlay(${name}::text placing '9' from 8 for 1)::uuid`;
    }
    case 'xid8': {
      return `(${name}::text::bigint + 1)::text::xid8`;
    }
    case 'int4':
    case 'int8': {
      return `${name} + 1000000`;
    }
    default: {
      const place = `${index(`greatest(length(${name}), 1)`)} + 1`;
      return `overlay(${name} placing case substr(${name}, ${place}, 1) when 'x' then 'y' else 'x' end from ${place} for 1)`;
    }
  }
}

it('AUDIT-03 a change of any byte of any row is found', async () => {
  await record(9);
  await allChained(database);
  await sealChains(deps);
  await runAs(asAda, () => database.transaction((tx) => recordAudit(tx, { action: 'item.trash' })));
  await redactPerson(deps, { accountId: ada.id, email: null });
  await record(6);
  await allChained(database);
  await sealChains(deps);
  expect((await verify()).problem).toBeNull();
  await rewrite(async () => undefined);
  const tables = await Promise.all(['audit_entry', 'audit_chain', 'audit_seal'].map(columnsOf));
  const keys = { audit_entry: 'id', audit_chain: 'seq', audit_seal: 'number' };
  const run = (statement: string) => sql.raw(statement).execute(database.kysely);
  let changes = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...tables.flat()),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      async (column, at, rowAt) => {
        const { table, name } = column;
        const key = keys[table as keyof typeof keys];
        const row = `(select ${key} from ${table} order by ${key} offset
          floor(${rowAt} * (select count(*) from ${table}))::int limit 1)`;
        await run(`create table former as select * from ${table} where ${key} = ${row}`);
        const { rows } = await sql
          .raw<{ isChanged: boolean }>(`
          update ${table} t set ${name} = ${changed({ ...column, name: `t.${name}` }, at)} from former f
          where t.${key} = f.${key} and f.${name} is not null
          returning t.${name}::text is distinct from f.${name}::text as is_changed`)
          .execute(database.kysely);
        let isFound = false;
        try {
          isFound = (await verify()).problem !== null;
        } finally {
          await run(`delete from ${table} where ${key} in (select ${key} from former) or ${key} > 1000000`);
          await run(`insert into ${table} select * from former; drop table former`);
        }
        changes += rows.filter(({ isChanged }) => isChanged).length;
        expect(isFound, `${table}.${name}`).toBe(rows[0]?.isChanged === true);
      },
    ),
    { numRuns: 300 },
  );
  expect(changes).toBeGreaterThan(100);
  expect((await verify()).problem).toBeNull();
});
