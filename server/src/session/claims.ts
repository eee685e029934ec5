import {
  type Ability,
  idSchema,
  isEmailAddress,
  MAX_TEXT,
  type Permission,
  permissionSchema,
} from '@vault/contract';
import { entriesOf, permissionWord } from './permission-words.ts';

/** Entries over this limit are ignored. */
const MOST_ENTRIES = 500;

/** A record of a token; with a name it is created when it is missing. */
export interface ClaimedRecord {
  id: string;
  name: string | null;
}

/** The claims of a token about a person (docs/sign-in.md). */
export interface PersonClaims {
  /** null when there is none */
  name: string | null;
  /** null when there is no usable address */
  email: string | null;
  /** null when the claim is missing, so that the permissions granted here apply */
  permissions: Permission[] | null;
  /** null when the claim is missing, so that the records granted here apply */
  records: ClaimedRecord[] | null;
  /** unusable values, shortened for the log; [] when there are none */
  ignored: string[];
}

export interface ClaimNames {
  permissionsClaim: string;
  recordsClaim: string;
}

type Claims = Readonly<Record<string, unknown>>;

/**
 * Reads the claims of a token about a person. It never throws: values of another form are ignored, and a permission
 * claim without valid entries grants nothing.
 */
export function readClaims(claims: Claims, names: ClaimNames): PersonClaims {
  const ignored: string[] = [];
  const note = (claim: string) => (what: string) => {
    if (ignored.length < 10) ignored.push(`${claim}: ${what}`);
  };
  const permissions = entriesIn(claims[names.permissionsClaim]);
  const records = entriesIn(claims[names.recordsClaim]);
  return {
    name: nameIn(claims),
    email: emailIn(claims),
    permissions: permissions && permissionsOf(permissions, note(names.permissionsClaim)),
    records: records && recordsOf(records, note(names.recordsClaim)),
    ignored,
  };
}

/** Returns the claim as a list: a list unchanged, a text split into words, any other value alone; null without one. */
function entriesIn(claim: unknown): unknown[] | null {
  if (claim === undefined || claim === null) return null;
  if (typeof claim === 'string') return claim.split(/[\s,]+/).filter((word) => word !== '');
  return Array.isArray(claim) ? (claim as unknown[]) : [claim];
}

type Note = (what: string) => void;

/** PERM-18: reads a list of complete entries and of short words. */
function permissionsOf(entries: readonly unknown[], ignore: Note): Permission[] {
  const words = new Set<Ability>();
  const whole: Permission[] = [];
  for (const entry of entries.slice(0, MOST_ENTRIES)) {
    const word = typeof entry === 'string' ? permissionWord(entry) : null;
    const parsed = claimedPermission.safeParse(entry);
    if (word !== null) words.add(word);
    else if (parsed.success && isStorable(parsed.data)) whole.push(parsed.data);
    else ignore(inShort(entry));
  }
  return [...entriesOf(words), ...whole];
}

/** Missing flags are false. */
const claimedPermission = permissionSchema
  .partial({ readable: true, creatable: true, editable: true })
  .transform((entry): Permission => ({
    moduleName: entry.moduleName,
    pageName: entry.pageName,
    readable: entry.readable ?? false,
    creatable: entry.creatable ?? false,
    editable: entry.editable ?? false,
  }));

const isStorable = ({ moduleName, pageName }: Permission) =>
  [moduleName, pageName].every((name) => name.length <= MAX_TEXT && lineOf(name) === name);

function recordsOf(entries: readonly unknown[], ignore: Note): ClaimedRecord[] {
  const records = new Map<string, ClaimedRecord>();
  for (const entry of entries.slice(0, MOST_ENTRIES)) {
    const record = recordOf(entry);
    if (record === null) ignore(inShort(entry));
    else if (records.get(record.id)?.name == null) records.set(record.id, record);
  }
  return [...records.values()];
}

function recordOf(entry: unknown): ClaimedRecord | null {
  const { sfid, name } = typeof entry === 'string' ? { sfid: entry, name: null } : fieldsOf(entry);
  if (!idSchema.safeParse(sfid).success) return null;
  return { id: sfid as string, name: typeof name === 'string' ? lineOf(name) : null };
}

const fieldsOf = (entry: unknown): { sfid?: unknown; name?: unknown } =>
  typeof entry === 'object' && entry !== null ? entry : {};

/** OpenID Connect Core 1.0, section 5.1 */
function nameIn(claims: Claims): string | null {
  const text = (claim: string) => (typeof claims[claim] === 'string' ? lineOf(claims[claim]) : null);
  const parts = [text('given_name'), text('family_name')].filter((part) => part !== null);
  return text('name') ?? lineOf(parts.join(' ')) ?? text('preferred_username') ?? emailIn(claims);
}

/** Mails about links must not be sent to an address that the issuer has not verified. */
function emailIn(claims: Claims): string | null {
  const { email, email_verified: isVerified } = claims;
  if (typeof email !== 'string' || isVerified === false || isVerified === 'false') return null;
  return isEmailAddress(email.trim()) ? email.trim() : null;
}

/** Returns a single line of text that can be stored; null when it is empty. */
function lineOf(text: string): string | null {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT)
    .toWellFormed();
  return line === '' ? null : line;
}

const inShort = (value: unknown): string => (JSON.stringify(value) ?? String(value)).slice(0, 60);
