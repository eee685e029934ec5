import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECORDS } from '../testing/accounts.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { scan, scanAccesses, SCANNED, type AccessSource } from './accesses.queries.ts';

// Uses real PostgreSQL with 60,000 entries: half are uploads, half downloads of 500 files through 100 links.

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await sql`
    insert into audit_entry
      (at, action, outcome, record_id, actor_kind, link_id, object_kind, object_id, details, personal, personal_salt, personal_hash)
    select timestamptz '2026-01-01 00:00Z' + n * interval '1 second',
      case n % 2 when 0 then 'file.download' else 'file.upload' end, 'success', ${RECORDS.acme}, 'visitor',
      'lnkMany' || lpad((n % 100)::text, 11, '0'), 'file', 'filMany' || lpad((n % 1000)::text, 11, '0'),
      '{}', '{}', sha256('salt'), sha256('') from generate_series(1, 60000) n`.execute(database.kysely);
  await sql`vacuum analyze audit_entry`.execute(database.kysely);
});
afterAll(() => database.drop());

const SOURCES: [string, AccessSource, string][] = [
  ['a file', { fileIds: ['filMany00000000002', 'filMany00000000004'] }, 'audit_entry_file_access'],
  ['a link', { linkId: 'lnkMany00000000002' }, 'audit_entry_link'],
  ['a record', { recordId: RECORDS.acme }, 'audit_entry_access'],
];

describe('AUDIT-09 with many entries', () => {
  it.each(SOURCES)(
    'AUDIT-09 views and downloads of %s are read in order from an index',
    async (_, source, index) => {
      const after = { at: new Date('2026-01-01T12:00:00Z'), id: '40000' };
      const { rows } = await sql<Record<string, string>>`explain ${scan(source, after)}`.execute(
        database.kysely,
      );
      const plan = rows.flatMap((row) => Object.values(row)).join('\n');
      expect(plan).toContain(index);
      expect(plan).not.toContain('Seq Scan');
    },
  );

  it('AUDIT-09 one scan reads a bounded number of entries, and the next one continues', async () => {
    const source = { recordId: RECORDS.acme };
    const first = await scanAccesses(database.kysely, source, null);
    const second = await scanAccesses(database.kysely, source, first.at(-1) ?? null);
    expect([first.length, second.length]).toEqual([SCANNED, SCANNED]);
    expect(second[0]?.at.getTime()).toBe((first.at(-1)?.at.getTime() ?? 0) - 2_000);
  });
});
