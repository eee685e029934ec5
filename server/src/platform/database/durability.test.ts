import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { isDurable } from './durability.ts';
import { openDatabase } from './index.ts';

describe('AUDIT-04 an external PostgreSQL that confirms commits before they are stored', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it.each([
    { fsync: 'on', synchronousCommit: 'on', durable: true },
    { fsync: 'on', synchronousCommit: 'remote_apply', durable: true },
    { fsync: 'on', synchronousCommit: 'local', durable: true },
    { fsync: 'on', synchronousCommit: 'off', durable: false },
    { fsync: 'off', synchronousCommit: 'on', durable: false },
  ])('AUDIT-04 fsync $fsync, synchronous_commit $synchronousCommit: $durable', ({ durable, ...found }) => {
    expect(isDurable(found)).toBe(durable);
  });

  it('AUDIT-04 the start warns of it, with both settings', async () => {
    await sql
      .raw(`alter database ${database.databaseName} set synchronous_commit = off`)
      .execute(database.kysely);
    const log = { info: vi.fn(), debug: vi.fn(), error: vi.fn(), warn: vi.fn() };
    const options = { databaseUrl: database.url, dataDir: '/nowhere', log: log as never };
    const opened = await openDatabase(options);
    await opened.close();
    expect(log.warn).toHaveBeenCalledWith(
      { fsync: expect.stringMatching(/^on$|^off$/), synchronousCommit: 'off' },
      'Database loses confirmed changes in a crash; turn on fsync and synchronous_commit',
    );
  });
});
