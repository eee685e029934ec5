import { isEmailAddress, type Permission, VAULT_MODULE } from '@vault/contract';
import type { Transaction } from 'kysely';
import { recordAudit } from '../audit/index.ts';
import { Errors } from '../http/index.ts';
import type { DB } from '../platform/database/index.ts';
import { newId } from '../platform/ids.ts';
import { endOneTimeAddresses } from '../one-time-address/index.ts';
import {
  entriesOf,
  knownRecords,
  saveMemberships,
  saveRecords,
  withRead,
  wordsOf,
} from '../session/index.ts';
import { personAdded, personChanged } from './audit.ts';
import { type Changer, changePeople, mustFind, type PeopleDeps } from './change-people.ts';
import { isSameSet, type PersonData } from './person-data.ts';
import { insertAccounts, isAddressTaken, updateAccounts } from './change.queries.ts';
import type { PersonRow } from './list.queries.ts';

/**
 * Returns the data in the form that is stored: one trimmed line each, `read` with every permission of the file area,
 * each record once.
 * @param issuer of the person, which can give addresses of any form or none; null for a local account
 * @throws P16 for a name that is not one line; E8 for a malformed address of a local account
 */
export function checkedData(
  { name, email, permissions, records }: PersonData,
  issuer: string | null = null,
): PersonData {
  const address = issuer === null ? email.trim() : email;
  if (issuer === null && !isEmailAddress(address)) throw Errors.mailboxInvalid();
  return {
    name: checkedName(name),
    email: address,
    permissions: [...withRead(permissions)],
    records: [...new Set(records)],
  };
}

/** @throws P16 for a text that is empty or more than one line */
export function checkedName(text: string): string {
  const name = text.toWellFormed().trim();
  if (name === '' || /\p{Cc}/u.test(name)) throw Errors.invalidRequest();
  return name;
}

/** @throws 404 RECORD_NOT_FOUND when one of the records does not exist */
async function mustKnowRecords(tx: Transaction<DB>, ids: readonly string[]): Promise<void> {
  const known = await knownRecords(tx, ids);
  if (ids.some((id) => !known.has(id))) throw Errors.personRecordUnknown();
}

/**
 * Creates people without a password, each with an own record.
 * @returns their ids, in their order
 */
export async function insertPeople(
  tx: Transaction<DB>,
  people: readonly PersonData[],
  at: Date,
): Promise<string[]> {
  const rows = people.map((person) => ({
    ...person,
    id: newId('usr'),
    permissions: entriesOf(new Set(person.permissions)),
  }));
  await saveRecords(
    tx,
    rows.map(({ id, name }) => ({ id, name, rootId: newId('fld') })),
    at,
  );
  await insertAccounts(tx, rows, at);
  await saveMemberships(tx, rows);
  await recordAudit(
    tx,
    people.map((person, n) => personAdded(rows[n]?.id ?? '', person)),
  );
  return rows.map(({ id }) => id);
}

/**
 * C82: creates a person.
 * @param after part of the transaction, with the id of the person
 * @throws P16, E8, 404 RECORD_NOT_FOUND, 409 PERSON_EXISTS
 */
export async function addPerson<T>(
  deps: PeopleDeps,
  by: Changer,
  { data, after }: { data: PersonData; after: (tx: Transaction<DB>, id: string) => Promise<T> },
): Promise<T> {
  const given = checkedData(data);
  return changePeople(deps, by, async (tx) => {
    if (await isAddressTaken(tx, given.email, null)) throw Errors.personExists();
    await mustKnowRecords(tx, given.records);
    const [id = ''] = await insertPeople(tx, [given], deps.clock.now());
    return after(tx, id);
  });
}

/** A change of a person who exists, by id. */
export type PersonChange = PersonData & { person: PersonRow };

/**
 * C83: changes a person.
 * @param changedAt of the person as the caller last read it, as ISO text
 * @throws P16, E8, 404 PERSON_NOT_FOUND or RECORD_NOT_FOUND, 409 PERSON_CHANGED, PERSON_EXISTS, LAST_ADMINISTRATOR, and
 * PERSON_OF_ISSUER for data that the issuer controls
 */
export async function updatePerson(
  deps: PeopleDeps,
  by: Changer,
  { personId, data, changedAt }: { personId: string; data: PersonData; changedAt: string },
): Promise<void> {
  await changePeople(deps, by, async (tx) => {
    const person = await mustFind(tx, personId);
    if (person.changedAt.toISOString() !== changedAt) throw Errors.personChanged();
    const change = checkedData(data, person.issuer);
    if (controlledChange(person, change)) throw Errors.personOfIssuer();
    const isNewAddress = change.email.toLowerCase() !== person.email.toLowerCase();
    if (isNewAddress && (await isAddressTaken(tx, change.email, person.id))) throw Errors.personExists();
    await mustKnowRecords(tx, change.records);
    await savePeople(tx, [{ ...change, person }], deps.clock.now());
  });
}

/** Whether new data differs from what the issuer controls (DESK-02). */
export function controlledChange(
  person: PersonRow,
  { name, email, permissions, records }: PersonData,
): boolean {
  const { issuer, permissionsFromIssuer, recordsFromIssuer } = person;
  if (issuer !== null && (name !== person.name || email !== person.email)) return true;
  const present = [...withRead(wordsOf(person.permissions))];
  if (permissionsFromIssuer && !isSameSet(permissions, present)) return true;
  return (
    recordsFromIssuer &&
    !isSameSet(
      records,
      person.records.map(({ sfid }) => sfid),
    )
  );
}

/** Stores changes of people. What the issuer controls is left as it is. */
export async function savePeople(
  tx: Transaction<DB>,
  changes: readonly PersonChange[],
  at: Date,
): Promise<void> {
  await updateAccounts(
    tx,
    changes.map((change) => ({ ...change, id: change.person.id, permissions: entriesAfter(change) })),
    at,
  );
  await saveMemberships(
    tx,
    changes
      .filter(({ person }) => !person.recordsFromIssuer)
      .map(({ person, records }) => ({ id: person.id, records: records.filter((id) => id !== person.id) })),
  );
  // Unused addresses were mailed to the former address.
  const moved = changes.filter(({ person, email }) => person.email.toLowerCase() !== email.toLowerCase());
  await endOneTimeAddresses(
    tx,
    moved.map(({ person }) => person.id),
  );
  await recordAudit(
    tx,
    changes.flatMap((change) => personChanged(change.person, change)),
  );
}

/** The entries granted here after a change. Those of other modules belong to the portal and are kept. */
function entriesAfter({ person, permissions }: PersonChange): Permission[] {
  if (person.permissionsFromIssuer) return person.grantedPermissions;
  const others = person.grantedPermissions.filter(({ moduleName }) => moduleName !== VAULT_MODULE);
  return [...entriesOf(new Set(permissions)), ...others];
}
