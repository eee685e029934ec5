import * as z from 'zod';
import { endpoint, nameCalls } from './endpoint.ts';
import { boundedText } from './lengths.ts';
import { MAX_TEXT } from './limits.ts';

/** The longest name of an account or a record that the setup accepts, in characters. */
export const MAX_NAME = 120;

const tokenSchema = boundedText({ max: MAX_TEXT }).describe('the part of a one-time address behind #');

/** A line with a character that can be seen. */
const lineSchema = boundedText({ min: 1, max: MAX_NAME }).regex(/^(?=.*\S)\P{Cc}+$/u);

export const oneTimeAddressSchema = z
  .object({
    purpose: z.enum(['first-administrator', 'invitation', 'password-reset']),
    /** the person whose password it sets; null when there is no account yet */
    account: z.object({ name: z.string(), email: z.string() }).nullable(),
  })
  .meta({ id: 'OneTimeAddress' });
export type OneTimeAddressInfo = z.infer<typeof oneTimeAddressSchema>;

/** Calls for people who cannot sign in yet, or not any more: mailed and printed addresses that work once. */
export const oneTime = nameCalls('oneTime', {
  requestPasswordReset: endpoint({
    id: 'C110',
    summary:
      'Mail a one-time address for another password; the reply is the same for every e-mail (GUARD-34)',
    method: 'POST',
    path: '/api/v1/auth/password-reset',
    access: 'public',
    body: z.object({ email: boundedText({ max: MAX_TEXT }) }),
    data: z.literal(true),
  }),
  readAddress: endpoint({
    id: 'C111',
    summary: 'Get what a one-time address is for; it stays unused',
    method: 'POST',
    path: '/api/v1/auth/one-time-address',
    access: 'public',
    body: z.object({ token: tokenSchema }),
    data: oneTimeAddressSchema,
  }),
  setPassword: endpoint({
    id: 'C112',
    summary:
      'Set the password of an account with a one-time address and end its sessions (GUARD-34, DESK-02)',
    method: 'POST',
    path: '/api/v1/auth/one-time-address/password',
    access: 'public',
    body: z.object({ token: tokenSchema, newPassword: z.string() }),
    data: z.literal(true),
  }),
  setUp: endpoint({
    id: 'C113',
    summary: 'Make the first administrator of the vault with the address that its start prints (GUARD-03)',
    method: 'POST',
    path: '/api/v1/setup',
    access: 'public',
    body: z.object({
      token: tokenSchema,
      name: lineSchema,
      email: boundedText({ max: MAX_TEXT }),
      password: z.string(),
      recordName: lineSchema.describe('name of the first client record'),
    }),
    data: z.literal(true),
  }),
});
