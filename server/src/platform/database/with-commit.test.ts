import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { withCommit } from './index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await sql`create table note (text text primary key)`.execute(database.kysely);
});
afterAll(() => database.drop());
beforeEach(() => sql`delete from note`.execute(database.kysely));

const insert = (text: string) => CompiledQuery.raw('insert into note (text) values ($1)', [text]);

async function notes(): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`select text from note order by text`.execute(database.kysely);
  return rows.map(({ text }) => text);
}

describe('AUDIT-04 a statement that is sent with the COMMIT', () => {
  it('AUDIT-04 runs once, after the other statements of its transaction', async () => {
    const result = await database.transaction(async (tx) => {
      withCommit(tx, CompiledQuery.raw(`insert into note select text || '!' from note where $1`, [true]));
      await sql`insert into note values ('first')`.execute(tx);
      return 'result';
    });
    expect(result).toBe('result');
    expect(await notes()).toEqual(['first', 'first!']);
  });

  it('AUDIT-04 is not sent when the transaction is rolled back, nor with a later one', async () => {
    const failing = database.transaction(async (tx) => {
      withCommit(tx, insert('never'));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        database.transaction(async (tx) => withCommit(tx, insert(`${n}`))),
      ),
    );
    expect(await notes()).toHaveLength(30);
    expect(await notes()).not.toContain('never');
  });

  it('AUDIT-04 rolls the transaction back when it fails, which fails with its error', async () => {
    const failing = database.transaction(async (tx) => {
      await sql`insert into note values ('taken')`.execute(tx);
      withCommit(tx, insert('other'));
      withCommit(tx, insert('taken'));
    });
    await expect(failing).rejects.toThrow('duplicate key');
    expect(await notes()).toEqual([]);
    expect(await database.transaction(async (tx) => withCommit(tx, insert('taken')))).toBeUndefined();
    expect(await notes()).toEqual(['taken']);
  });

  it('AUDIT-04 is sent again when the transaction is retried', async () => {
    let attempts = 0;
    await database.transaction(async (tx) => {
      attempts += 1;
      withCommit(tx, insert('once'));
      if (attempts === 1) await sql`do $$ begin raise sqlstate '40P01'; end $$`.execute(tx);
    });
    expect(attempts).toBe(2);
    expect(await notes()).toEqual(['once']);
  });

  it('AUDIT-04 needs a transaction of Database.transaction', async () => {
    const own = database.kysely.transaction().execute(async (tx) => withCommit(tx, insert('x')));
    await expect(own).rejects.toThrow('withCommit requires a transaction');
  });
});
