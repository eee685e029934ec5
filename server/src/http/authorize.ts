import { type Access, BACKGROUND_HEADER, type Endpoint, idSchema, mayCall } from '@vault/contract';
import type { FastifyRequest } from 'fastify';
import type * as z from 'zod';
import { identifyActor } from '../platform/actor/index.ts';
import type { Authenticate, Caller, SessionUse } from './caller.ts';
import { Errors } from './errors.ts';
import { mustHaveRecords } from './open-records.ts';

/** The calls with a guard of their area, because their callers have no account. */
type GuardedAccess = 'link' | 'visitor';

/** A call of a signed-in user, or a public one. */
export type AccountEndpoint = Endpoint<
  z.ZodType,
  z.ZodType,
  z.ZodType,
  z.ZodType,
  Exclude<Access, GuardedAccess>
>;

/**
 * Checks whether a caller can use an endpoint: token (P1), then permission flag (E11) (contract section 1, "Validation
 * order").
 */
export async function authorize(
  request: FastifyRequest,
  endpoint: AccountEndpoint,
  authenticate: Authenticate,
): Promise<Caller | null> {
  if (endpoint.access === 'public') return null;
  const token = bearerToken(request);
  const caller =
    token === null
      ? null
      : await authenticate(token, sessionUseOf(request, endpoint), recordInPath(request, endpoint));
  if (caller === null) throw Errors.signInAgain();
  const { id, name, email } = caller;
  identifyActor({ kind: 'person', id, name, email });
  if (endpoint.access !== 'token' && !mayCall(caller.abilities, endpoint.access)) throw Errors.noAccess();
  return caller;
}

/** The record that the path names; null for none, and for a malformed id, which `checkRecord` refuses. */
export function recordInPath(request: FastifyRequest, { record }: Endpoint): string | null {
  if (record?.in !== 'params') return null;
  const id = fieldOf(request.params, record.field);
  return idSchema.safeParse(id).success ? (id as string) : null;
}

/** GUARD-32: an event stream, and a call that says so, is not caused by a person. */
function sessionUseOf({ ip, headers }: FastifyRequest, { reply }: Endpoint): SessionUse | null {
  const isBackground = reply === 'events' || headers[BACKGROUND_HEADER.toLowerCase()] !== undefined;
  return isBackground ? null : { address: ip };
}

/** The token of a request; null without one. */
export function bearerToken(request: FastifyRequest): string | null {
  const match = /^Bearer +([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
}

/**
 * Checks whether the record of a request is open to the caller (E11). Reads the unchecked request, because the record
 * is checked before the form. A malformed id is 'not found' in a path (contract 10.3); in a body the check of the form
 * refuses it.
 */
export async function checkRecord(
  request: FastifyRequest,
  endpoint: Endpoint,
  caller: Caller,
): Promise<void> {
  if (endpoint.record === null) return;
  const source: unknown = endpoint.record.in === 'params' ? request.params : request.body;
  const recordId = fieldOf(source, endpoint.record.field);
  if (!idSchema.safeParse(recordId).success) {
    if (endpoint.record.in === 'params') throw Errors.notFound();
    return;
  }
  await mustHaveRecords(caller, [recordId as string]);
}

function fieldOf(source: unknown, field: string): unknown {
  return typeof source === 'object' && source !== null && Object.hasOwn(source, field)
    ? (source as Record<string, unknown>)[field]
    : undefined;
}
