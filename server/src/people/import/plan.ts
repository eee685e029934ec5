import { createHash } from 'node:crypto';
import { type Ability, isEmailAddress, MAX_TEXT, type PeopleImportLine } from '@vault/contract';
import type { Kysely } from 'kysely';
import type { DB } from '../../platform/database/index.ts';
import { withRead, wordsOf } from '../../session/index.ts';
import { everyPerson, type PersonRow } from '../list.queries.ts';
import { selectRecords } from '../records.queries.ts';
import { isSameSet, type PersonData } from '../person-data.ts';
import { controlledChange } from '../save-person.ts';
import { importTexts } from '../texts.ts';
import { readRights, rightsCell } from './columns.ts';
import { type CsvLine, readCsv } from './read-csv.ts';
import { RecordNames } from './record-names.ts';

/** A line of the file with what its import does. */
export interface PlannedLine {
  shown: PeopleImportLine;
  /** the person after the import; null for a broken line */
  data: PersonData | null;
  /** null for a new person */
  person: PersonRow | null;
}

export interface ImportPlan {
  /** identifies the plan: it changes with each line, and with each person that the file names */
  plan: string;
  lines: PlannedLine[];
  /** why the file cannot be read; then there are no lines */
  problem: string | null;
}

/** C90: says what the import of a file would do; nothing is changed. */
export async function readImport(db: Kysely<DB>, csv: string): Promise<ImportPlan> {
  const read = readCsv(csv);
  if ('problem' in read) return { plan: '', lines: [], problem: read.problem };
  const present = Map.groupBy(await everyPerson(db), ({ email }) => email.toLowerCase());
  const records = await selectRecords(db, '', { offset: 0, limit: MOST_RECORDS });
  const context: Context = {
    present,
    names: new RecordNames(records),
    nameOf: new Map(records.map(({ sfid, name }) => [sfid, name])),
    seen: new Map(),
  };
  const lines = read.lines.map((line) => planLine(line, context));
  return { plan: planId(lines), lines, problem: null };
}

const MOST_RECORDS = 1_000_000;

interface Context {
  /** people by address in lower case */
  present: ReadonlyMap<string, readonly PersonRow[]>;
  names: RecordNames;
  nameOf: ReadonlyMap<string, string>;
  /** the lines of the addresses so far */
  seen: Map<string, number>;
}

function planId(lines: readonly PlannedLine[]): string {
  const facts = lines.map(({ shown, data, person }) => [shown, data, person?.changedAt ?? null]);
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url');
}

function planLine(line: CsvLine, context: Context): PlannedLine {
  const email = (line.cells.email ?? '').trim();
  const name = (line.cells.name ?? '').trim();
  const result = resultOf(line, email, context);
  const base = { line: line.line, name: name.slice(0, MAX_TEXT), email: email.slice(0, MAX_TEXT) };
  if ('problem' in result) {
    const shown = { ...base, action: 'broken' as const, changes: [], problem: result.problem };
    return { shown, data: null, person: null };
  }
  const { data, person } = result;
  const changes = changesOf(data, person, context.nameOf);
  const changeOrNone = changes.length > 0 ? 'change' : 'none';
  const action = person === null ? 'add' : changeOrNone;
  return { shown: { ...base, name: data.name, action, changes, problem: null }, data, person };
}

type LineResult = { data: PersonData; person: PersonRow | null } | { problem: string };

function resultOf(line: CsvLine, email: string, context: Context): LineResult {
  const found = personOf(line, email, context);
  if ('problem' in found) return found;
  const { person } = found;
  const cells = cellsOf(line, context);
  if ('problem' in cells) return cells;
  const name = cells.name ?? person?.name ?? '';
  if (!isLine(name)) return { problem: importTexts.nameInvalid };
  const data: PersonData = {
    name: name.trim(),
    email: person?.email ?? email,
    permissions: [...withRead(cells.permissions ?? wordsOf(person?.permissions ?? []))],
    records: cells.records ?? person?.records.map(({ sfid }) => sfid) ?? [],
  };
  if (person !== null && controlledChange(person, data)) return { problem: importTexts.ofIssuer };
  return { data, person };
}

/** The person of the address of a line; null for a new one. */
function personOf(
  { line, isTooLong }: CsvLine,
  email: string,
  { present, seen }: Context,
): { person: PersonRow | null } | { problem: string } {
  if (isTooLong) return { problem: importTexts.tooManyCells };
  const key = email.toLowerCase();
  const [person = null, ...others] = email === '' ? [] : (present.get(key) ?? []);
  if (person === null && !isEmailAddress(email)) return { problem: importTexts.emailInvalid };
  const first = seen.get(key);
  if (first !== undefined) return { problem: importTexts.emailRepeated(first) };
  seen.set(key, line);
  return others.length > 0 ? { problem: importTexts.emailShared } : { person };
}

interface CellValues {
  name: string | undefined;
  permissions: readonly Ability[] | undefined;
  records: readonly string[] | undefined;
}

/** The values of the cells of a line; undefined for columns that the file does not have. */
function cellsOf({ cells }: CsvLine, { names }: Context): CellValues | { problem: string } {
  const rights = cells.rights === undefined ? null : readRights(cells.rights);
  if (rights !== null && 'unknown' in rights) {
    return { problem: importTexts.unknownRight(rights.unknown.slice(0, 60)) };
  }
  const records = cells.records === undefined ? null : names.read(cells.records);
  if (records !== null && 'word' in records) {
    const shown = records.word.slice(0, 60);
    const { unknownRecord, severalRecords } = importTexts;
    return { problem: records.matches === 0 ? unknownRecord(shown) : severalRecords(shown) };
  }
  return { name: cells.name, permissions: rights?.permissions, records: records?.ids };
}

const isLine = (text: string) =>
  text.trim() !== '' && text.trim().length <= MAX_TEXT && text.isWellFormed() && !/\p{Cc}/u.test(text.trim());

/** The changes of a line in words; for a new person what the person gets. */
function changesOf(
  { name, permissions, records }: PersonData,
  person: PersonRow | null,
  nameOf: ReadonlyMap<string, string>,
): string[] {
  const named = (ids: readonly string[]) => ids.map((id) => nameOf.get(id) ?? id);
  const shownRights = (rights: string) => (rights === '' ? importTexts.none : rights);
  if (person === null) {
    return [
      importTexts.rights(shownRights(rightsCell(permissions))),
      ...(records.length > 0 ? [importTexts.added(named(records))] : []),
    ];
  }
  const before = [...withRead(wordsOf(person.permissions))];
  const had = person.records.map(({ sfid }) => sfid);
  const added = records.filter((id) => !had.includes(id));
  const taken = had.filter((id) => !records.includes(id));
  return [
    ...(name === person.name ? [] : [importTexts.newName(person.name, name)]),
    ...(isSameSet(permissions, before)
      ? []
      : [importTexts.newRights(shownRights(rightsCell(before)), shownRights(rightsCell(permissions)))]),
    ...(added.length > 0 ? [importTexts.added(named(added))] : []),
    ...(taken.length > 0 ? [importTexts.taken(named(taken))] : []),
  ];
}
