import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createProxiedDatabase, type ProxiedDatabase } from './proxied-database.ts';

// Uses real PostgreSQL, real sockets and the proxy in front of the database.

let proxied: ProxiedDatabase;
beforeEach(async () => {
  // The real limits: on a busy machine a connection can take longer than the short ones.
  proxied = await createProxiedDatabase({ limits: {} });
  await proxied.direct.pool.query('create table note (id int)');
});
afterEach(() => proxied.database.drop());

const outcomeOf = (query: Promise<unknown>) =>
  query.then(
    () => 'done',
    (error: unknown) => String(error),
  );

async function notes(): Promise<number> {
  const { rows } = await proxied.direct.pool.query<{ count: number }>('select count(*) from note');
  return rows[0]?.count ?? -1;
}

const insert = () => proxied.database.pool.query('insert into note values (1)');

describe('the proxy in front of PostgreSQL', () => {
  it('the proxy records simple, prepared and named statements by their texts, and counts commits', async () => {
    const { database, proxy } = proxied;
    await database.pool.query('select 1');
    for (let time = 0; time < 4; time += 1) await database.pool.query('select $1::int', [time]);
    await database.transaction(async () => undefined);
    expect(proxy.statements.map(({ text }) => text)).toEqual([
      'select 1',
      ...Array.from({ length: 4 }, () => 'select $1::int'),
      'begin',
      'commit',
    ]);
    expect(proxy.commits).toBe(1);
    expect(proxy.statements[0]?.application).toMatch(/^portal-vault-server/);
  });

  it('after a cut before a statement the server does not receive the statement', async () => {
    const happened = proxied.proxy.arm('cutBefore', { text: /^insert/ });
    expect(await outcomeOf(insert())).toMatch(/terminated|ECONNRESET/);
    expect((await happened).text).toBe('insert into note values (1)');
    expect(await notes()).toBe(0);
    expect(await outcomeOf(insert())).toBe('done');
  });

  it('a cut after a statement executes it and loses its reply', async () => {
    const happened = proxied.proxy.arm('cutAfter', { statement: 1 });
    expect(await outcomeOf(insert())).toMatch(/terminated|ECONNRESET/);
    await happened;
    expect(await notes()).toBe(1);
  });

  it('a cut after a statement executes it also when an earlier one has no answer yet', async () => {
    void proxied.proxy.arm('cutAfter', { text: /^insert/ });
    const client = await proxied.database.pool.connect();
    const outcomes = [client.query('select pg_sleep(0.05)'), client.query('insert into note values (1)')];
    const lost = await Promise.all(outcomes.map(outcomeOf));
    client.release(true);
    expect(lost).toEqual(lost.map(() => expect.stringMatching(/terminated|ECONNRESET/)));
    expect(await notes()).toBe(1);
  });

  it('statements are counted from the call of arm, and disarmed faults are dropped', async () => {
    await insert();
    void proxied.proxy.arm('cutBefore', { statement: 2 });
    expect(await outcomeOf(insert())).toBe('done');
    proxied.proxy.disarm();
    expect(await outcomeOf(insert())).toBe('done');
    expect(proxied.proxy.faults).toEqual([]);
  });

  it('a freeze stops all connections, also new ones; all bytes are passed on afterwards', async () => {
    await insert();
    proxied.proxy.freezeAll();
    const held = Promise.all([insert(), insert(), proxied.database.pool.query('select 1')]);
    expect(await notes()).toBe(1);
    proxied.proxy.thaw();
    await held;
    expect(await notes()).toBe(3);
  });
});
