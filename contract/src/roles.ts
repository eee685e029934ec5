import type { Ability } from './permissions.ts';

/** The permissions of the file area, in the order in which they are shown. */
export const FILE_ABILITIES = ['read', 'create', 'edit', 'download', 'share', 'noExp'] as const;

/** DESK-02: the roles that a form offers, and 'Own' for any other set of permissions. */
export const PERSON_ROLES = ['Partner', 'Staff', 'Client reader', 'Client contributor', 'Own'] as const;
export type PersonRole = (typeof PERSON_ROLES)[number];

/**
 * The permissions of the roles. A role is a shorthand for them and is not stored: rights come only from permission
 * entries (PERM-01).
 */
export const ROLE_ABILITIES: Readonly<Record<Exclude<PersonRole, 'Own'>, readonly Ability[]>> = {
  Partner: FILE_ABILITIES,
  Staff: ['read', 'create', 'edit', 'download', 'share'],
  'Client reader': ['read', 'download'],
  'Client contributor': ['read', 'create', 'download'],
};

/** The role with exactly these permissions of the file area; 'Own' when there is none. */
export function roleOf(abilities: readonly Ability[]): PersonRole {
  const has = new Set(abilities);
  const roles = Object.entries(ROLE_ABILITIES) as [Exclude<PersonRole, 'Own'>, readonly Ability[]][];
  const found = roles.find(([, needed]) =>
    FILE_ABILITIES.every((ability) => has.has(ability) === needed.includes(ability)),
  );
  return found?.[0] ?? 'Own';
}
