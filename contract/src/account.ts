import * as z from 'zod';
import { endpoint, nameCalls } from './endpoint.ts';
import { MAX_TEXT } from './limits.ts';
import { boundedText } from './lengths.ts';
import { timestampSchema } from './shapes.ts';

/**
 * The header of calls that no person caused, such as a reload after a live event: they do not keep a session open
 * (GUARD-32). Any value counts.
 */
export const BACKGROUND_HEADER = 'X-Background';

/** An open session of the caller (GUARD-32). */
export const openSessionSchema = z
  .object({
    sessionId: z.uuid(),
    browser: z.string().nullable().describe('such as Firefox; null when it is not known'),
    system: z.string().nullable().describe('such as Windows; null when it is not known'),
    address: z.string().describe('network address of the last use; empty when it is not known'),
    signedInAt: timestampSchema,
    lastUsedAt: timestampSchema.describe('at most a minute before the last use'),
    endsAt: timestampSchema.describe('the end, also when it is used until then'),
    isCurrent: z.boolean().describe('the session of this call'),
  })
  .meta({ id: 'OpenSession' });
export type OpenSession = z.infer<typeof openSessionSchema>;

/** The calls of a person about the own account. */
export const account = nameCalls('account', {
  sessions: endpoint({
    id: 'C96',
    summary: "List the caller's open sessions, the last used one first (GUARD-32)",
    method: 'GET',
    path: '/api/v1/auth/sessions',
    access: 'token',
    data: z.array(openSessionSchema),
  }),
  endSession: endpoint({
    id: 'C97',
    summary: "End one of the caller's sessions (GUARD-32)",
    method: 'DELETE',
    path: '/api/v1/auth/sessions/:sessionId',
    access: 'token',
    params: z.object({ sessionId: boundedText({ min: 1, max: MAX_TEXT }) }),
    data: z.literal(true),
  }),
  endOtherSessions: endpoint({
    id: 'C98',
    summary: "End all of the caller's sessions except that of the call (GUARD-32)",
    method: 'DELETE',
    path: '/api/v1/auth/sessions',
    access: 'token',
    data: z.object({ sessions: z.number().int().describe('number of ended sessions') }),
  }),
});
