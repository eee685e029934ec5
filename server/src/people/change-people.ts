import type { Transaction } from 'kysely';
import { Errors } from '../http/index.ts';
import type { Clock } from '../platform/clock.ts';
import { type Database, type DB, isUniqueViolation } from '../platform/database/index.ts';
import { changeAccounts, LastAdministratorError } from '../session/index.ts';
import { isActive } from './change.queries.ts';
import { type PersonRow, personById } from './list.queries.ts';

export interface PeopleDeps {
  database: Database;
  clock: Clock;
}

/** Who changes people: an administrator, or the command line. */
export interface Changer {
  /** null on the command line */
  id: string | null;
  /** shown as the person who ended links */
  name: string;
}

/** The administrator at the command line. */
export const COMMAND_LINE: Changer = { id: null, name: 'Administrator' };

/**
 * Runs a change of people. An administrator who was disabled or removed while the change waited for another one makes
 * no change any more.
 * @throws P1 for such an administrator; 409 LAST_ADMINISTRATOR; 409 PERSON_EXISTS for an address that is in use
 */
export async function changePeople<T>(
  { database }: Pick<PeopleDeps, 'database'>,
  by: Changer,
  work: (tx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  try {
    return await changeAccounts(database, async (tx) => {
      if (by.id !== null && !(await isActive(tx, by.id))) throw Errors.signInAgain();
      return work(tx);
    });
  } catch (error) {
    if (error instanceof LastAdministratorError) throw Errors.lastAdministrator();
    if (isUniqueViolation(error, 'account_email')) throw Errors.personExists();
    throw error;
  }
}

/** @throws 404 PERSON_NOT_FOUND */
export async function mustFind(tx: Transaction<DB>, personId: string): Promise<PersonRow> {
  const person = await personById(tx, personId);
  if (person === null) throw Errors.personNotFound();
  return person;
}
