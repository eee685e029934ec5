import { isEmailAddress, type Login } from '@vault/contract';
import { recordAudit, recordAuditAlone } from '../audit/index.ts';
import { Errors } from '../http/index.ts';
import { identifyActor } from '../platform/actor/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';
import { hashToken, newSecretToken } from '../platform/tokens/index.ts';
import type { Throttle } from '../throttle/index.ts';
import { checkInTurn, verifyNothing, verifyPassword } from './passwords.ts';
import { type AccountForSignIn, accountByEmail, insertSession } from './session.queries.ts';

/** AUTH-03, contract 10.18 */
const SESSION_MS = 8 * 60 * 60 * 1000;

export interface SignInDeps {
  database: Database;
  clock: Clock;
  throttle: Throttle;
}

/**
 * C01: opens a session of eight hours.
 * @param address network address of the client
 * @throws P2 for a wrong password and for an unknown user alike; P13 after too many failures (GUARD-22), and when too
 * many sign-ins wait
 */
export async function signIn(
  { database, clock, throttle }: SignInDeps,
  { email, password, address }: { email: string; password: string; address: string },
): Promise<Login> {
  const typed = email.trim();
  const caller = { account: typed.toLowerCase(), address };
  const account = await throttle.attempt(
    { kind: 'sign-in', ...caller },
    () => checkPassword(database, typed, password),
    (run) => checkInTurn(caller, run),
  );
  if (account === null) return refuse(database, typed);
  const accessToken = newSecretToken();
  const createdAt = clock.now();
  const session = {
    tokenHash: hashToken(accessToken),
    accountId: account.id,
    passwordHash: account.passwordHash,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + SESSION_MS),
  };
  const isOpened = await database.transaction(async (tx) => {
    if (!(await insertSession(tx, session))) return false;
    identifyActor({ kind: 'person', id: account.id, name: account.name, email: account.email });
    await recordAudit(tx, { action: 'session.sign-in', object: { kind: 'account', id: account.id } });
    return true;
  });
  // The password was changed during the check.
  if (!isOpened) return refuse(database, typed);
  return { accessToken, ...stateOf(account) };
}

/**
 * Records a refused sign-in (AUDIT-01). Only an address is recorded: the field can contain a password that was typed
 * into it.
 * @throws P2
 */
async function refuse(database: Database, typed: string): Promise<never> {
  const account = await accountByEmail(database.kysely, typed);
  await recordAuditAlone(database, {
    action: 'session.sign-in',
    outcome: 'refused',
    ...(account !== null && { object: { kind: 'account', id: account.id } }),
    details: { errorCode: 'WRONG_CREDENTIALS' },
    personal: isEmailAddress(typed) ? { email: typed } : {},
  });
  throw Errors.wrongCredentials();
}

async function checkPassword(
  database: Database,
  email: string,
  password: string,
): Promise<AccountForSignIn | null> {
  const account = await accountByEmail(database.kysely, email);
  const isRight =
    account === null ? await verifyNothing(password) : await verifyPassword(password, account.passwordHash);
  return isRight ? account : null;
}

/** PERM-19: returns the data about a signed-in user that the screens need. */
export function stateOf({
  id,
  name,
  email,
  permissions,
}: Pick<AccountForSignIn, 'id' | 'name' | 'email' | 'permissions'>) {
  return { permissions, userInfo: { profile: { sfid: id, name, email } } };
}
