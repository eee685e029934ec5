import * as z from 'zod';
import { endpoint, nameCalls } from './endpoint.ts';
import { boundedList, boundedText } from './lengths.ts';
import { MAX_TEXT } from './limits.ts';
import { loginSchema } from './login.ts';
import { pathIdSchema, timestampSchema } from './shapes.ts';

/** Options for the browser's credential calls, as the package @simplewebauthn/browser takes them (WebAuthn Level 3). */
export const passkeyOptionsSchema = z.looseObject({ challenge: z.string() }).meta({
  id: 'PasskeyOptions',
  description: 'PublicKeyCredentialCreationOptionsJSON or …RequestOptionsJSON',
});
export type PasskeyOptions = z.infer<typeof passkeyOptionsSchema>;

/** The reply to a right password when a second factor is needed: no session is open yet (GUARD-33). */
export const secondStepSchema = z
  .object({
    challenge: z.string().describe('names this sign-in in the next calls; a secret, usable once'),
    expiresAt: timestampSchema,
    setUp: z
      .boolean()
      .describe('the person has no second factor and must set one up (REQUIRE_SECOND_FACTOR)'),
    code: z.boolean().describe('a code of an authenticator app is accepted'),
    recovery: z.boolean().describe('a recovery code is accepted'),
    passkey: passkeyOptionsSchema.nullable().describe('the request to a passkey; null when there is none'),
    canAddPasskey: z.boolean().describe('false where the address of the vault allows no passkeys'),
  })
  .meta({ id: 'SecondStep' });
export type SecondStep = z.infer<typeof secondStepSchema>;

/** Base64url as browsers write it. */
const bytes = (max: number) => boundedText({ min: 1, max }).regex(/^[\w-]+$/);
const MAX_CREDENTIAL_ID = 1400;
const MAX_RESPONSE = 16_000;
const credential = {
  id: bytes(MAX_CREDENTIAL_ID),
  rawId: bytes(MAX_CREDENTIAL_ID),
  type: z.literal('public-key'),
};

/** The reply of a passkey to a sign-in. */
export const passkeyAssertionSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(MAX_RESPONSE),
    authenticatorData: bytes(MAX_RESPONSE),
    signature: bytes(MAX_RESPONSE),
    userHandle: boundedText({ max: MAX_TEXT }).optional(),
  }),
});
export type PasskeyAssertion = z.infer<typeof passkeyAssertionSchema>;

/** A new passkey. */
export const newPasskeySchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(MAX_RESPONSE),
    attestationObject: bytes(MAX_RESPONSE),
    transports: boundedList(boundedText({ max: 20 }), { max: 10 }).optional(),
  }),
});
export type NewPasskey = z.infer<typeof newPasskeySchema>;

/** The longest name of a passkey, in characters. */
export const MAX_PASSKEY_NAME = 60;

const challenge = boundedText({ min: 1, max: MAX_TEXT });
const challengeBody = z.object({ challenge });

const addedSchema = z
  .object({
    recoveryCodes: z.array(z.string()).nullable().describe('with the first second factor; shown once'),
    login: loginSchema.nullable().describe('the session, when the person set it up to sign in'),
  })
  .meta({ id: 'SecondFactorAdded' });
export type SecondFactorAdded = z.infer<typeof addedSchema>;

const stateSchema = z
  .object({
    isManagedElsewhere: z.boolean().describe('the account has no password here, so its issuer decides'),
    isRequired: z.boolean().describe('the last second factor cannot be removed (REQUIRE_SECOND_FACTOR)'),
    canAddPasskey: z.boolean().describe('false where the address of the vault allows no passkeys'),
    app: z.object({ addedAt: timestampSchema }).nullable().describe('the authenticator app'),
    passkeys: z.array(
      z.object({
        passkeyId: z.uuid(),
        name: z.string(),
        addedAt: timestampSchema,
        lastUsedAt: timestampSchema.nullable(),
      }),
    ),
    recoveryCodesLeft: z.number().int(),
  })
  .meta({ id: 'SecondFactorState' });
export type SecondFactorState = z.infer<typeof stateSchema>;

/**
 * The calls of the second factor (GUARD-33). Those of a sign-in have no session; their `challenge` proves the right
 * password. A change of the own account begins with the password too (`beginChange`).
 */
export const secondFactor = nameCalls('secondFactor', {
  state: endpoint({
    id: 'C99',
    summary: "Get the second factors of the caller's account (GUARD-33)",
    method: 'GET',
    path: '/api/v1/auth/second-factor',
    access: 'token',
    data: stateSchema,
  }),
  beginChange: endpoint({
    id: 'C100',
    summary: 'Begin a change of the own second factors with the password (GUARD-33)',
    method: 'POST',
    path: '/api/v1/auth/second-factor/change',
    access: 'token',
    body: z.object({ currentPassword: boundedText({ max: MAX_TEXT }) }),
    data: z.object({ challenge: z.string(), expiresAt: timestampSchema }),
  }),
  checkCode: endpoint({
    id: 'C101',
    summary: 'Finish a sign-in with a code of the authenticator app or a recovery code (GUARD-33)',
    method: 'POST',
    path: '/api/v1/auth/second-factor/code',
    access: 'public',
    body: z.object({ challenge, code: boundedText({ max: MAX_TEXT }) }),
    data: loginSchema,
  }),
  reset: endpoint({
    id: 'C102',
    summary: 'Remove all second factors of an account, for a person who has lost them (GUARD-33)',
    method: 'POST',
    path: '/api/v1/people/:personId/second-factor-reset',
    access: 'admin',
    params: z.object({ personId: pathIdSchema }),
    data: z.literal(true),
  }),
  checkPasskey: endpoint({
    id: 'C103',
    summary: 'Finish a sign-in with a passkey (GUARD-33)',
    method: 'POST',
    path: '/api/v1/auth/second-factor/passkey',
    access: 'public',
    body: z.object({ challenge, response: passkeyAssertionSchema }),
    data: loginSchema,
  }),
  startApp: endpoint({
    id: 'C104',
    summary: 'Get the secret of a new authenticator app (GUARD-33)',
    method: 'POST',
    path: '/api/v1/auth/second-factor/app',
    access: 'public',
    body: challengeBody,
    data: z.object({
      secret: z.string().describe('Base32'),
      uri: z.string().describe('otpauth://, for a QR code'),
    }),
  }),
  confirmApp: endpoint({
    id: 'C105',
    summary: 'Add the authenticator app, which replaces an earlier one, with its first code (GUARD-33)',
    method: 'POST',
    path: '/api/v1/auth/second-factor/app/confirm',
    access: 'public',
    body: z.object({ challenge, code: boundedText({ max: MAX_TEXT }) }),
    data: addedSchema,
  }),
  startPasskey: endpoint({
    id: 'C106',
    summary: 'Get the options of a new passkey (GUARD-33)',
    method: 'POST',
    path: '/api/v1/auth/second-factor/passkeys',
    access: 'public',
    body: challengeBody,
    data: passkeyOptionsSchema,
  }),
  confirmPasskey: endpoint({
    id: 'C107',
    summary: 'Add a passkey (GUARD-33)',
    method: 'POST',
    path: '/api/v1/auth/second-factor/passkeys/confirm',
    access: 'public',
    body: z.object({
      challenge,
      name: boundedText({ max: MAX_PASSKEY_NAME }),
      response: newPasskeySchema,
    }),
    data: addedSchema,
  }),
  remove: endpoint({
    id: 'C108',
    summary: 'Remove the authenticator app or a passkey of the own account (GUARD-33)',
    method: 'POST',
    path: '/api/v1/auth/second-factor/remove',
    access: 'token',
    body: z.object({
      challenge,
      passkeyId: z.uuid().nullable().describe('null: the authenticator app'),
    }),
    data: z.literal(true),
  }),
  newRecoveryCodes: endpoint({
    id: 'C109',
    summary: 'Replace the recovery codes of the own account (GUARD-33)',
    method: 'POST',
    path: '/api/v1/auth/second-factor/recovery-codes',
    access: 'token',
    body: challengeBody,
    data: z.object({ recoveryCodes: z.array(z.string()) }),
  }),
});
