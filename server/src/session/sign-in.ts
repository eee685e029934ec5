import type { Login } from '@vault/contract';
import { Errors } from '../http/index.ts';
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
  if (account === null) throw Errors.wrongCredentials();
  const accessToken = newSecretToken();
  const createdAt = clock.now();
  const isOpened = await insertSession(database.kysely, {
    tokenHash: hashToken(accessToken),
    accountId: account.id,
    passwordHash: account.passwordHash,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + SESSION_MS),
  });
  // The password was changed during the check.
  if (!isOpened) throw Errors.wrongCredentials();
  return { accessToken, ...stateOf(account) };
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
