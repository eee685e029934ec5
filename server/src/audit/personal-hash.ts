import { createHash } from 'node:crypto';
import { canonicalJson, type Json } from './json.ts';

/** AUDIT-02: what the chain has of the personal data, so that the data can be removed from the entry. */
export function hashOfPersonal(salt: Buffer, personal: Json): Buffer {
  return createHash('sha256').update(salt).update(canonicalJson(personal)).digest();
}
