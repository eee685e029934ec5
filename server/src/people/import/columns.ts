import { type Ability, type PersonRole, PERSON_ROLES, ROLE_ABILITIES, roleOf } from '@vault/contract';
import { PERMISSION_WORDS, permissionWord } from '../../session/index.ts';

/** The columns of a file of people. `state` is written for people who read the file, and is not imported. */
export const COLUMNS = ['name', 'email', 'rights', 'records', 'state'] as const;
export type Column = (typeof COLUMNS)[number];

const ADMINISTRATION: readonly Ability[] = ['admin', 'audit'];

/** Rights as a cell: the role and the rights of the administration, or all rights by their words. */
export function rightsCell(permissions: readonly Ability[]): string {
  const role = roleOf(permissions);
  const isShort = role !== 'Own';
  const words = PERMISSION_WORDS.filter(
    (word) => permissions.includes(word) && (!isShort || ADMINISTRATION.includes(word)),
  );
  return [...(isShort ? [role] : []), ...words].join(', ');
}

/**
 * Reads a cell of roles and rights, separated by commas; case is ignored.
 * @returns the first word that is neither, as `unknown`
 */
export function readRights(cell: string): { permissions: Ability[] } | { unknown: string } {
  const permissions = new Set<Ability>();
  for (const word of wordsIn(cell, /[,;]/)) {
    const role = roleNamed(word);
    const right = permissionWord(word);
    if (role !== null) ROLE_ABILITIES[role].forEach((ability) => permissions.add(ability));
    else if (right !== null) permissions.add(right);
    else return { unknown: word };
  }
  return { permissions: [...permissions] };
}

function roleNamed(word: string): Exclude<PersonRole, 'Own'> | null {
  const role = PERSON_ROLES.find((name) => name.toLowerCase() === word.toLowerCase());
  return role === undefined || role === 'Own' ? null : role;
}

/** The words of a cell between separators, trimmed, without empty ones. */
export const wordsIn = (cell: string, separator: RegExp | string): string[] =>
  cell
    .split(separator)
    .map((word) => word.trim())
    .filter((word) => word !== '');
