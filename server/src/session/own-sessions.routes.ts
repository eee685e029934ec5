import { contract } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import { type AuditEvent, recordAudit } from '../audit/index.ts';
import { Errors, serve } from '../http/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';
import { hashBearer } from '../platform/tokens/index.ts';
import { deviceOf } from './device.ts';
import { deleteOtherSessions, deleteSessionOf, sessionsOf } from './own-sessions.queries.ts';

/** Registers the calls C96 to C98: a person sees and ends the own sessions (GUARD-32). */
export function ownSessionRoutes(
  app: FastifyInstance,
  { database, clock }: { database: Database; clock: Clock },
): void {
  serve(app, contract.account.sessions, async ({ caller }) => {
    const rows = await sessionsOf(database.kysely, {
      accountId: caller.id,
      current: hashBearer(caller.token),
      now: clock.now(),
    });
    return rows.map(({ id, userAgent, address, createdAt, lastUsedAt, endsAt, isCurrent }) => ({
      sessionId: id,
      ...deviceOf(userAgent),
      address,
      signedInAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      endsAt: endsAt.toISOString(),
      isCurrent,
    }));
  });

  serve(app, contract.account.endSession, async ({ caller, params: { sessionId: id } }) => {
    const isEnded = await database.transaction(async (tx) => {
      if (!(await deleteSessionOf(tx, { accountId: caller.id, id, now: clock.now() }))) return false;
      await recordAudit(tx, endOf(id));
      return true;
    });
    if (!isEnded) throw Errors.notFound();
    return true as const;
  });

  serve(app, contract.account.endOtherSessions, async ({ caller }) => {
    const kept = hashBearer(caller.token);
    return database.transaction(async (tx) => {
      const ids = await deleteOtherSessions(tx, { accountId: caller.id, kept, now: clock.now() });
      await recordAudit(tx, ids.map(endOf));
      return { sessions: ids.length };
    });
  });
}

const endOf = (id: string): AuditEvent => ({ action: 'session.end', object: { kind: 'session', id } });
