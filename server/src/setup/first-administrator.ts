import { isEmailAddress } from '@vault/contract';
import { recordAudit } from '../audit/index.ts';
import { Errors } from '../http/index.ts';
import { findOneTimeAddress, makeOneTimeAddress, takeOneTimeAddress } from '../one-time-address/index.ts';
import { identifyActor } from '../platform/actor/index.ts';
import type { Clock } from '../platform/clock.ts';
import { type Database, isUniqueViolation } from '../platform/database/index.ts';
import {
  type FirmNames,
  hashPassword,
  insertFirstAdministrator,
  newPasswordProblems,
} from '../session/index.ts';
import type { VaultSetup } from './state.ts';

export interface SetupDeps {
  database: Database;
  clock: Clock;
  settings: FirmNames;
}

const FIRST = { purpose: 'first-administrator', accountId: null } as const;

/**
 * Makes the address where the first administrator is made (GUARD-03); the one of an earlier start, or of another
 * server, stops working.
 * @param origin the official one of the vault (GUARD-04)
 * @returns null when the vault needs none
 */
export async function setupAddress(
  { database, clock, setup }: Pick<SetupDeps, 'database' | 'clock'> & { setup: VaultSetup },
  origin: string,
): Promise<string | null> {
  if (!(await setup.isPending())) return null;
  const { url } = await database.transaction((tx) =>
    makeOneTimeAddress(tx, { ...FIRST, origin, at: clock.now() }),
  );
  return url;
}

interface GivenAdministrator {
  token: string;
  name: string;
  email: string;
  password: string;
  /** name of the first record that is not the administrator's own */
  recordName: string;
}

/**
 * C113: makes the first administrator with the printed address, once (GUARD-03).
 * @throws 410 for an address that does not work, and when an account exists already; E8; 400 for a password that
 * GUARD-20 does not allow; 409 when a locked account has the e-mail address. After the last three the address still
 * works.
 */
export async function makeFirstAdministrator(deps: SetupDeps, given: GivenAdministrator): Promise<void> {
  const { token, password, recordName } = given;
  const [name, email] = [given.name.trim(), given.email.trim()];
  const use = await findOneTimeAddress(deps, token);
  if (use?.purpose !== FIRST.purpose) throw Errors.oneTimeAddressEnded();
  if (!isEmailAddress(email)) throw Errors.mailboxInvalid();
  const personNames = [name, email, recordName];
  const [problem] = await newPasswordProblems(deps.settings, [{ password, personNames }]);
  if (problem) throw Errors.badNewPassword(problem);
  const passwordHash = await hashPassword(password);
  const at = deps.clock.now();
  try {
    await deps.database.transaction(async (tx) => {
      const administrator = { name, email, passwordHash, recordName: recordName.trim(), at };
      const id = await insertFirstAdministrator(tx, administrator);
      if (id === null || !(await takeOneTimeAddress(tx, token, { ...FIRST, at }))) {
        throw Errors.oneTimeAddressEnded();
      }
      identifyActor({ kind: 'person', id, name, email });
      await recordAudit(tx, { action: 'person.setup', object: { kind: 'account', id } });
    });
  } catch (error) {
    if (isUniqueViolation(error, 'account_email')) throw Errors.personExists();
    throw error;
  }
}
