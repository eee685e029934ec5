import { idSchema, MAX_TEXT, permissionSchema } from '@vault/contract';
import * as z from 'zod';

const nameSchema = z.string('must be a text').trim().min(1, 'must not be empty').max(MAX_TEXT);
const vaultIdSchema = z
  .string('must be a text')
  .refine((id) => idSchema.safeParse(id).success, 'must be 18 letters or digits');

const grantSchema = permissionSchema.extend({
  readable: z.boolean().default(false),
  creatable: z.boolean().default(false),
  editable: z.boolean().default(false),
});

const userSchema = z.object({
  sfid: vaultIdSchema,
  name: nameSchema,
  email: z
    .string()
    .trim()
    .max(MAX_TEXT)
    .regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address'),
  password: z.string('must be a text').min(1, 'must not be empty').max(MAX_TEXT),
  records: z.array(vaultIdSchema).default([]),
  permissions: z.array(grantSchema).default([]),
});

const accountsSchema = z
  .object({
    settings: z.object({ fileSearch: z.boolean() }).partial().default({}),
    records: z.array(z.object({ sfid: vaultIdSchema, name: nameSchema })).default([]),
    users: z.array(userSchema).default([]),
  })
  .superRefine(({ records, users }, context) => {
    const ids = [
      ...records.map(({ sfid }, index) => ({ value: sfid, path: ['records', index, 'sfid'] })),
      ...users.map(({ sfid }, index) => ({ value: sfid, path: ['users', index, 'sfid'] })),
    ];
    const emails = users.map(({ email }, index) => ({
      value: email.toLowerCase(),
      path: ['users', index, 'email'],
    }));
    for (const { value, path } of [...repeated(ids), ...repeated(emails)]) {
      context.addIssue({ code: 'custom', path, message: `is used twice (${value})` });
    }
  });

/** The records, users and settings of ACCOUNTS_FILE (contract section 9). */
export type Accounts = z.output<typeof accountsSchema>;
/** The form of the file: fields with a default are optional. */
export type AccountsInput = z.input<typeof accountsSchema>;

/** The accounts are invalid. The message contains the location and the reason for the operator. */
export class AccountsError extends Error {
  override name = 'AccountsError';
}

/**
 * Parses the text of an accounts file.
 * @param location path of the file, used in errors
 * @throws AccountsError with all problems, one line each
 */
export function parseAccounts(text: string, location: string): Accounts {
  return checkAccounts(parseJson(text, location), location);
}

/** `parseAccounts` for parsed JSON. */
export function checkAccounts(value: unknown, location = 'the program'): Accounts {
  const result = accountsSchema.safeParse(value);
  if (result.success) return result.data;
  const problems = result.error.issues.map(
    ({ path, message }) =>
      `The accounts in ${location} cannot be used: ${placeOf(path)} ${sentence(message)}.`,
  );
  throw new AccountsError(problems.join('\n'));
}

function parseJson(text: string, location: string): unknown {
  try {
    // Some editors write a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AccountsError(`The accounts in ${location} cannot be used: the file is not JSON (${reason}).`, {
      cause: error,
    });
  }
}

/** Formats a path such as `users[2].permissions[0].pageName`; 'the file' for an empty path. */
function placeOf(path: readonly PropertyKey[]): string {
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return text === '' ? 'the file' : text.replace(/^\./, '');
}

const sentence = (message: string) =>
  // oxlint-disable-next-line vault/no-message-comparison -- a text of the settings' schema, in any form
  /^(must|is) /.test(message) ? message : `is wrong (${message.toLowerCase()})`;

/** Returns the second and later entries with the same value. */
function repeated<T extends { value: string }>(entries: readonly T[]): T[] {
  const seen = new Set<string>();
  return entries.filter(({ value }) => seen.size === seen.add(value).size);
}
