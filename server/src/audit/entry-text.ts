import { createHash } from 'node:crypto';
import { canonicalJson, isWholeJsonb, type Json } from './json.ts';
import { hashOfPersonal } from './personal-hash.ts';

/** An entry as the chain reads it (chain.queries.ts): times as ISO texts, bytes in hexadecimal. */
export interface ChainedEntry {
  id: number;
  xact: string;
  at: string;
  action: string;
  outcome: string;
  recordId: string | null;
  actorKind: string;
  personId: string | null;
  linkId: string | null;
  visitId: string | null;
  requestId: string | null;
  objectKind: string | null;
  objectId: string | null;
  objectName: string | null;
  objectPath: string | null;
  details: Json;
  detailsOctets: number;
  personalHash: string;
  /** null when it is redacted, as are the salt and the length */
  personal: Json;
  personalOctets: number | null;
  personalSalt: string | null;
  redactedBy: number | null;
}

/** The hash before the first entry of a scope. */
export const NO_HASH = '0'.repeat(64);

/** The fields that the text contains, in the order of canonical JSON: sorting them again would take most of its time. */
const COVERED = [
  'action',
  'actorKind',
  'at',
  'details',
  'id',
  'linkId',
  'objectId',
  'objectKind',
  'objectName',
  'objectPath',
  'outcome',
  'personId',
  'personalHash',
  'recordId',
  'requestId',
  'visitId',
  'xact',
] as const satisfies readonly (keyof ChainedEntry)[];

/**
 * AUDIT-03: the text of an entry that its chain covers: canonical JSON, without the personal data, of which it has the
 * hash.
 */
export function entryText(entry: ChainedEntry): string {
  let text = '';
  for (const field of COVERED) text += `,"${field}":${canonicalJson(entry[field])}`;
  return `{${text.slice(1)}}`;
}

/**
 * AUDIT-03: the hash of an entry: SHA-256 over the 32 bytes of the hash before it in its scope, and its text in UTF-8.
 * @param former in hexadecimal, as the result
 */
export function chainHash(former: string, entry: ChainedEntry): string {
  return createHash('sha256').update(former, 'hex').update(entryText(entry)).digest('hex');
}

/** Returns whether the columns that the text does not contain belong to the entry, apart from its redaction. */
export function hasOwnData(entry: ChainedEntry): boolean {
  const { details, detailsOctets, personal, personalOctets, personalSalt, personalHash } = entry;
  if (!isWholeJsonb(details, detailsOctets)) return false;
  if (personalSalt === null || personalOctets === null) return entry.redactedBy !== null;
  return (
    isWholeJsonb(personal, personalOctets) &&
    hashOfPersonal(Buffer.from(personalSalt, 'hex'), personal).toString('hex') === personalHash
  );
}
