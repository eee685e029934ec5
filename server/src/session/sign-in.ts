import { isEmailAddress, type SecondStep, type SignInReply } from '@vault/contract';
import { recordAuditAlone } from '../audit/index.ts';
import { Errors } from '../http/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';
import type { Throttle } from '../throttle/index.ts';
import { checkInTurn, verifyNothing, verifyPassword } from './passwords.ts';
import { type Client, openSession, type VerifiedAccount } from './open-session.ts';
import { type AccountForSignIn, accountByEmail } from './session.queries.ts';
import type { SessionTimes } from './session-use.ts';

export interface SignInDeps {
  database: Database;
  clock: Clock;
  throttle: Throttle;
  settings: SessionTimes;
  secondFactor: SecondFactorGate;
}

/** GUARD-33: the second step of a sign-in. */
export interface SecondFactorGate {
  /** @returns what the second step needs; null when the account needs none */
  begin(account: VerifiedAccount): Promise<SecondStep | null>;
}

/**
 * C01: opens a session, or begins the second step of the sign-in (GUARD-33).
 * @throws P2 for a wrong password and for an unknown user alike; P13 after too many failures (GUARD-22), and when too
 * many sign-ins wait
 */
export async function signIn(
  deps: SignInDeps,
  { email, password, client }: { email: string; password: string; client: Client },
): Promise<SignInReply> {
  const typed = email.trim();
  const caller = { account: typed.toLowerCase(), address: client.address };
  const account = await deps.throttle.attempt(
    { kind: 'sign-in', ...caller },
    () => checkPassword(deps.database, typed, password),
    (run) => checkInTurn(caller, run),
  );
  if (account === null) return refuse(deps.database, typed);
  const secondFactor = await deps.secondFactor.begin(account);
  if (secondFactor !== null) return { secondFactor };
  const login = await deps.database.transaction((tx) => openSession(tx, deps, { account, client }));
  // The password was changed during the check.
  return login ?? refuse(deps.database, typed);
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
