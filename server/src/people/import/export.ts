import { recordAuditAlone } from '../../audit/index.ts';
import { csvLine } from '../../links/index.ts';
import type { Database } from '../../platform/database/index.ts';
import { wordsOf } from '../../session/index.ts';
import { everyPerson } from '../list.queries.ts';
import { selectRecords } from '../records.queries.ts';
import { COLUMNS, rightsCell } from './columns.ts';
import { RecordNames } from './record-names.ts';

/**
 * C92: returns all people as CSV (UTF-8 with a byte order mark, for spreadsheets); the import of it changes nothing.
 */
export async function exportPeople(database: Pick<Database, 'kysely'>): Promise<string> {
  const { kysely } = database;
  const names = new RecordNames(await selectRecords(kysely, '', { offset: 0, limit: 1_000_000 }));
  const people = await everyPerson(kysely);
  await recordAuditAlone(database, { action: 'person.export', details: { people: people.length } });
  const lines = people.map(({ name, email, permissions, records, state }) =>
    csvLine([name, email, rightsCell(wordsOf(permissions)), names.cellOf(records), state]),
  );
  return `\uFEFF${csvLine(COLUMNS)}${lines.join('')}`;
}
