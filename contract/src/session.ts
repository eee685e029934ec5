import * as z from 'zod';
import { endpoint, nameCalls } from './endpoint.ts';
import { boundedText } from './lengths.ts';
import { MAX_TEXT } from './limits.ts';
import { loginSchema, sessionStateSchema } from './login.ts';
import { Messages, type MessageText } from './messages.ts';
import { secondStepSchema } from './second-factor.ts';
import { idSchema, idsQuerySchema, pageSizeSchema, pagingSchema } from './shapes.ts';

/** The reply to a right password: a session, or what the second step of the sign-in needs (GUARD-33). */
export const signInReplySchema = z.union([loginSchema, z.object({ secondFactor: secondStepSchema })]);
export type SignInReply = z.infer<typeof signInReplySchema>;

/** A demo account that the sign-in page of a demo offers with one click (GUARD-01). */
export const demoAccountSchema = z
  .object({ name: z.string(), email: z.string(), password: z.string(), description: z.string() })
  .meta({ id: 'DemoAccount' });
export type DemoAccount = z.infer<typeof demoAccountSchema>;

/** How to sign in at the portal's issuer; all of these values are public (RFC 8414, RFC 7636). */
const oidcSignInSchema = z
  .object({
    /** exactly the issuer's own identifier */
    issuer: z.string(),
    clientId: z.string(),
    scope: z.string(),
    /** the name of the issuer on the sign-in button */
    name: z.string(),
    /** the resource indicator to request (RFC 8707); null for none */
    resource: z.string().nullable(),
    /** further parameters of the authorization request that this issuer needs */
    parameters: z.record(z.string(), z.string()),
  })
  .meta({ id: 'OidcSignIn' });
export type OidcSignIn = z.infer<typeof oidcSignInSchema>;

const signInMethodsSchema = z
  .object({
    /** whether accounts with a password of this vault exist */
    accounts: z.boolean(),
    /** whether C110 mails an address for another password (GUARD-34) */
    passwordReset: z.boolean(),
    oidc: oidcSignInSchema.nullable(),
  })
  .meta({ id: 'SignInMethods' });
export type SignInMethods = z.infer<typeof signInMethodsSchema>;

/** The shortest password that a person may choose, in characters (NIST SP 800-63B, section 3.1.1). */
export const MIN_PASSWORD = 12;

/**
 * Validates a new password.
 * @param current the password that it replaces
 * @returns the message for its field; null when the password is valid
 */
export function newPasswordProblem(
  password: string,
  current: string,
): MessageText<'passwordTooShort' | 'passwordTooLong' | 'passwordUnchanged'> | null {
  // counted in code points: a character outside of the basic plane counts as one
  if (Array.from(password).length < MIN_PASSWORD) return Messages.passwordTooShort;
  if (password.length > MAX_TEXT) return Messages.passwordTooLong;
  return password === current ? Messages.passwordUnchanged : null;
}

export const session = nameCalls('session', {
  signIn: endpoint({
    id: 'C01',
    summary: 'Sign in with e-mail and password',
    method: 'POST',
    path: '/api/v1/auth/login',
    access: 'public',
    body: z.object({ email: boundedText({ max: MAX_TEXT }), password: boundedText({ max: MAX_TEXT }) }),
    data: signInReplySchema,
  }),
  me: endpoint({
    id: 'C02',
    summary: 'Get the signed-in user and the permissions',
    method: 'GET',
    path: '/api/v1/auth/me',
    access: 'token',
    data: sessionStateSchema,
  }),
  signOut: endpoint({
    id: 'C60',
    summary: 'Sign out: end the session on the server',
    method: 'POST',
    path: '/api/v1/auth/logout',
    access: 'token',
    data: z.literal(true),
  }),
  demoAccounts: endpoint({
    id: 'C61',
    summary: 'List the demo accounts; empty unless the demo is on (GUARD-01)',
    method: 'GET',
    path: '/api/v1/auth/demo-accounts',
    access: 'public',
    data: z.array(demoAccountSchema),
  }),
  methods: endpoint({
    id: 'C66',
    summary: 'List the sign-in methods',
    method: 'GET',
    path: '/api/v1/auth/methods',
    access: 'public',
    data: signInMethodsSchema,
  }),
  changePassword: endpoint({
    id: 'C67',
    summary: "Change the user's password and end the other sessions of the account",
    method: 'POST',
    path: '/api/v1/auth/password',
    access: 'token',
    body: z.object({ currentPassword: boundedText({ max: MAX_TEXT }), newPassword: z.string() }),
    data: z.literal(true),
  }),
  continueOfficeWindows: endpoint({
    id: 'C76',
    summary:
      'After another sign-in of the same account, continue the office windows of a former token with this one (USE-03)',
    method: 'POST',
    path: '/api/v1/auth/office-windows',
    access: 'token',
    body: z.object({
      formerToken: z.string().describe('a former token of the same account; any other token has no effect'),
    }),
    data: z.object({ windows: z.number().int().describe('number of continued windows') }),
  }),
  records: endpoint({
    id: 'C55',
    summary: "List the records that the user can open, the user's own record first, the others by name",
    method: 'GET',
    path: '/api/v1/records',
    access: 'token',
    query: pagingSchema.pick({ page: true }).extend({
      size: pageSizeSchema.optional().describe('all records when absent'),
      search: boundedText({ max: MAX_TEXT }).optional().describe('part of the name, case-insensitive'),
      ids: idsQuerySchema.optional().describe('only those of these records that the user can open'),
    }),
    data: z.array(z.object({ sfid: idSchema, name: z.string() })),
  }),
});
