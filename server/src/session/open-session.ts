import { MAX_TEXT } from '@vault/contract';
import type { FastifyRequest } from 'fastify';
import { recordAudit } from '../audit/index.ts';
import { identifyActor } from '../platform/actor/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';
import { hashToken, newSecretToken } from '../platform/tokens/index.ts';
import { insertSession } from './session.queries.ts';
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

/**
 * Opens a session (AUTH-03, GUARD-32).
 * @param account its password was verified with this hash
 * @returns the token; null when the password has changed since, or the account is not active
 */
export async function openSession(
  { database, clock, settings }: { database: Database; clock: Clock; settings: SessionTimes },
  account: { id: string; name: string; email: string; passwordHash: string },
  client: Client,
): Promise<string | null> {
  const token = newSecretToken();
  const createdAt = clock.now();
  const session = {
    tokenHash: hashToken(token),
    accountId: account.id,
    passwordHash: account.passwordHash,
    createdAt,
    idleEndsAt: idleEndOf(settings, createdAt),
    endsAt: new Date(createdAt.getTime() + settings.sessionHours * HOUR_MS),
    ...client,
  };
  const isOpened = await database.transaction(async (tx) => {
    if (!(await insertSession(tx, session))) return false;
    const { id, name, email } = account;
    identifyActor({ kind: 'person', id, name, email });
    await recordAudit(tx, { action: 'session.sign-in', object: { kind: 'account', id } });
    return true;
  });
  return isOpened ? token : null;
}
