import { hash } from 'node:crypto';
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

/**
 * AUDIT-03: the text of an entry that its chain covers: canonical JSON, without the personal data, of which it has the
 * hash. The fields are written here in the order of canonical JSON: sorting them, or writing each alone, would take
 * most of the time of a verification.
 */
export function entryText(entry: ChainedEntry): string {
  const { action, actorKind, at, details, id, linkId, objectId, objectKind, objectName, objectPath } = entry;
  const { outcome, personId, personalHash, recordId, requestId, visitId, xact } = entry;
  const before = JSON.stringify({ action, actorKind, at });
  const after = JSON.stringify({
    id,
    linkId,
    objectId,
    objectKind,
    objectName,
    objectPath,
    outcome,
    personId,
    personalHash,
    recordId,
    requestId,
    visitId,
    xact,
  });
  return `${before.slice(0, -1)},"details":${canonicalJson(details)},${after.slice(1)}`;
}

/**
 * AUDIT-03: the hash of an entry: SHA-256 over the 32 bytes of the hash before it in its scope, and its text in UTF-8.
 * @param former in hexadecimal, as the result
 */
export function chainHash(former: string, entry: ChainedEntry): string {
  return hash('sha256', Buffer.concat([Buffer.from(former, 'hex'), Buffer.from(entryText(entry))]), 'hex');
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
