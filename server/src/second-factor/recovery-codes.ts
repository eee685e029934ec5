import { randomInt } from 'node:crypto';
import { hashToken } from '../platform/tokens/index.ts';

/** GUARD-33: the number of recovery codes of an account. */
const CODES = 10;
const GROUPS = 6;
const GROUP_LENGTH = 4;
/**
 * Without characters that look alike. A code of 24 of these 31 has 118 bits: from 112 bits on a hash without salt is
 * enough (OWASP ASVS 6.5.2).
 */
const CHARACTERS = '23456789abcdefghjkmnpqrstuvwxyz';

/** New codes such as 'k3mf-9tq2-x7va-hd4p-8wgr-n5jc', each with the hash that is stored. */
export function newRecoveryCodes(): { code: string; hash: Buffer }[] {
  return Array.from({ length: CODES }, () => {
    const code = Array.from({ length: GROUPS }, newGroup).join('-');
    return { code, hash: hashOfRecoveryCode(code) };
  });
}

const newGroup = () =>
  Array.from({ length: GROUP_LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');

/** The stored form of a code as a person types it: case, blanks and hyphens do not matter. */
export const hashOfRecoveryCode = (typed: string): Buffer =>
  hashToken(typed.toLowerCase().replaceAll(/[\s-]/g, ''));
