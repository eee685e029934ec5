import { type Login, MAX_TEXT, type SessionState } from '@vault/contract';
import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { recordAudit } from '../audit/index.ts';
import { identifyActor } from '../platform/actor/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { DB } from '../platform/database/index.ts';
import { hashToken, newSecretToken } from '../platform/tokens/index.ts';
import { type AccountForSignIn, insertSession } from './session.queries.ts';
import { idleEndOf, type SessionTimes } from './session-use.ts';

/** The program with which a person signs in. */
export interface Client {
  /** network address */
  address: string;
  /** the header User-Agent; '' without one */
  userAgent: string;
}

/** The client of a request. */
export const clientOf = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): Client => ({
  address: ip,
  userAgent: (headers['user-agent'] ?? '').slice(0, MAX_TEXT),
});

const HOUR_MS = 60 * 60 * 1000;

/** An account whose password was verified with this hash. */
export type VerifiedAccount = Pick<
  AccountForSignIn,
  'id' | 'name' | 'email' | 'permissions' | 'passwordHash'
>;

export interface OpenSessionDeps {
  clock: Clock;
  settings: SessionTimes;
}

/**
 * Opens a session (AUTH-03, GUARD-32), after the second factor if the account has one.
 * @returns the reply to the sign-in; null when the password has changed since, or the account is not active
 */
export async function openSession(
  tx: Transaction<DB>,
  { clock, settings }: OpenSessionDeps,
  { account, client }: { account: VerifiedAccount; client: Client },
): Promise<Login | null> {
  const accessToken = newSecretToken();
  const createdAt = clock.now();
  const { id, name, email, passwordHash } = account;
  const isOpened = await insertSession(tx, {
    tokenHash: hashToken(accessToken),
    accountId: id,
    passwordHash,
    createdAt,
    idleEndsAt: idleEndOf(settings, createdAt),
    endsAt: new Date(createdAt.getTime() + settings.sessionHours * HOUR_MS),
    ...client,
  });
  if (!isOpened) return null;
  identifyActor({ kind: 'person', id, name, email });
  await recordAudit(tx, { action: 'session.sign-in', object: { kind: 'account', id } });
  return { accessToken, ...stateOf(account) };
}

/** PERM-19: returns the data about a signed-in user that the screens need. */
export function stateOf({
  id,
  name,
  email,
  permissions,
}: Pick<AccountForSignIn, 'id' | 'name' | 'email' | 'permissions'>): SessionState {
  return { permissions, userInfo: { profile: { sfid: id, name, email } } };
}
