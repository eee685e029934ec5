import { randomInt } from 'node:crypto';
import { hashToken } from '../platform/tokens/index.ts';

/** GUARD-33: the number of recovery codes of an account. */
const CODES = 10;
const GROUPS = 4;
const GROUP_LENGTH = 4;
/** Without characters that look alike: 31 of them are 79 bits in a code, so that a hash without salt is enough. */
const CHARACTERS = '23456789abcdefghjkmnpqrstuvwxyz';

/** New codes such as 'k3mf-9tq2-x7va-hd4p', each with the hash that is stored. */
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
