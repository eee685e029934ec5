import { hash } from 'node:crypto';
import { canonicalJson, type Json } from './json.ts';

/** AUDIT-02: what the chain has of the personal data, so that the data can be removed from the entry. */
export function hashOfPersonal(salt: Buffer, personal: Json): Buffer {
  return hash('sha256', Buffer.concat([salt, Buffer.from(canonicalJson(personal))]), 'buffer');
}
