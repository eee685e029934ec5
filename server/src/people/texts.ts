import { MAX_PEOPLE_LINES, PERSON_ROLES } from '@vault/contract';
import { PERMISSION_WORDS } from '../session/index.ts';

/** Texts of the import of people (C90); the screen shows them as they are. */
export const importTexts = {
  noHeader: 'The file is empty. Its first line must name the columns: name, email, rights, records.',
  noEmailColumn:
    'The file has no column "email". Its first line must name the columns: name, email, rights, records.',
  unknownColumn: (name: string) =>
    `The file has a column "${name}", which is not known. The columns are name, email, rights and records.`,
  repeatedColumn: (name: string) => `The file has the column "${name}" twice.`,
  unreadable: (line: number) =>
    `Line ${line} cannot be read as CSV. Check the quotation marks in this line and above it.`,
  tooManyLines: `The file has more than ${MAX_PEOPLE_LINES} lines. Split it into several files.`,

  tooManyCells: 'The line has more cells than the first line has columns.',
  emailInvalid: 'The e-mail address is missing or not complete.',
  emailRepeated: (line: number) => `Line ${line} has the same e-mail address.`,
  emailShared: 'Several people have this e-mail address. Change them one by one.',
  nameInvalid: 'The name is missing, too long or has more than one line.',
  unknownRight: (word: string) =>
    `"${word}" is neither a role (${PERSON_ROLES.filter((role) => role !== 'Own').join(', ')}) nor a right (${PERMISSION_WORDS.join(', ')}).`,
  unknownRecord: (name: string) => `There is no record "${name}".`,
  severalRecords: (name: string) =>
    `Several records have the name "${name}". Write the id of the record instead.`,
  ofIssuer: 'The sign-in service of the portal controls this person. Change them there.',

  newName: (from: string, to: string) => `name: ${from} → ${to}`,
  newRights: (from: string, to: string) => `rights: ${from} → ${to}`,
  rights: (rights: string) => `rights: ${rights}`,
  added: (records: readonly string[]) => `opens ${records.join(', ')}`,
  taken: (records: readonly string[]) => `no longer opens ${records.join(', ')}`,
  none: 'none',
} as const;
