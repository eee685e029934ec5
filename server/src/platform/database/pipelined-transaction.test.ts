import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createProxiedDatabase, type ProxiedDatabase } from '../../testing/faults/proxied-database.ts';

// Uses real PostgreSQL and the proxy in front of it, which sees when a statement is sent.

let proxied: ProxiedDatabase;
beforeAll(async () => {
  proxied = await createProxiedDatabase({ limits: {} });
  await proxied.direct.pool.query(`
    create table note (id bigserial, text text);
    create function raise_error(state text) returns void language plpgsql as $$
      begin if state is not null then raise exception using errcode = state; end if; end $$`);
});
afterAll(() => proxied.database.drop());
beforeEach(() => proxied.direct.pool.query('delete from note'));

async function notes(): Promise<string[]> {
  const { rows } = await proxied.direct.pool.query<{ text: string }>('select text from note order by id');
  return rows.map(({ text }) => text);
}

/** Passes a result on after another one, as when more functions are around its statement. */
async function after<T>(other: Promise<unknown>, result: Promise<T>): Promise<T> {
  await Promise.allSettled([other, result]);
  return result;
}

describe('SPEED-04 the round trips of a transaction', () => {
  it('BEGIN and statements in Promise.all are sent before the reply to the first of them', async () => {
    const holder = await proxied.direct.pool.connect();
    await holder.query('select pg_advisory_lock(1)');
    const lastIsSent = proxied.proxy.arm('freezeAll', { text: /'last'/ });
    const before = proxied.proxy.statements.length;
    const stored = proxied.database.transaction(async (tx) =>
      Promise.all([
        sql`select pg_advisory_xact_lock(1)`.execute(tx),
        sql`insert into note (text) values ('first')`.execute(tx),
        sql`insert into note (text) values ('last')`.execute(tx),
      ]),
    );
    await lastIsSent;
    const sent = proxied.proxy.statements.slice(before).map(({ text }) => text.split(' ', 1)[0]);
    expect(sent).toEqual(['begin', 'select', 'insert', 'insert']);
    await holder.query('select pg_advisory_unlock(1)');
    holder.release();
    proxied.proxy.thaw();
    await stored;
    expect(await notes()).toEqual(['first', 'last']);
  });

  it('the first statement that fails gives the error of the transaction, which stores nothing', async () => {
    const failing = proxied.database.transaction(async (tx) =>
      Promise.all([
        sql`insert into note (text) values ('first')`.execute(tx),
        sql`select 1 / 0`.execute(tx),
        sql`insert into note (text) values ('last')`.execute(tx),
      ]),
    );
    await expect(failing).rejects.toThrow('division by zero');
    expect(await notes()).toEqual([]);
  });

  it('a statement behind the failed one gives the same error, also when its error arrives first at the work', async () => {
    const failing = proxied.database.transaction(async (tx) => {
      const first = sql`select 1 / 0`.execute(tx);
      const second = sql`insert into note (text) values ('second')`.execute(tx);
      await Promise.all([after(second, first), second]);
    });
    await expect(failing).rejects.toThrow('division by zero');
    expect(await notes()).toEqual([]);
  });

  it('a transaction that has lost a race is repeated, whatever statement reports it first', async () => {
    let attempts = 0;
    await proxied.database.transaction(async (tx) => {
      attempts += 1;
      const conflict = attempts === 1 ? '40P01' : null;
      const first = sql`select raise_error(${conflict})`.execute(tx);
      const second = sql`insert into note (text) values ('second')`.execute(tx);
      await Promise.all([after(second, first), second]);
    });
    expect(attempts).toBe(2);
    expect(await notes()).toEqual(['second']);
  });

  it('a statement after the work has failed is not sent: behind the ROLLBACK it would be stored by itself', async () => {
    const end = Promise.withResolvers<void>();
    let late: Promise<unknown> = Promise.resolve();
    const rollbackIsSent = proxied.proxy.arm('freezeAll', { text: /^rollback/ });
    const failing = proxied.database.transaction(async (tx) => {
      late = end.promise.then(() => sql`insert into note (text) values ('late')`.execute(tx));
      await Promise.all([late, sql`select 1 / 0`.execute(tx)]);
    });
    const outcome = Promise.allSettled([failing]);
    await rollbackIsSent;
    end.resolve();
    await expect(late).rejects.toThrow('The work of the transaction has ended');
    proxied.proxy.thaw();
    await outcome;
    await expect(failing).rejects.toThrow('division by zero');
    expect(await notes()).toEqual([]);
  });
});
