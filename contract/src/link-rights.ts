import type { Abilities, Ability } from './permissions.ts';

/** What a link lets its visitors do. */
export const LINK_RIGHTS = ['view', 'download', 'edit', 'upload'] as const;
export type LinkRight = (typeof LINK_RIGHTS)[number];

/** GUARD-10: the permission that the maker of a link needs for each right that the link passes on. */
export const LINK_RIGHT_NEEDS: Readonly<Record<LinkRight, Ability>> = {
  view: 'read',
  download: 'download',
  edit: 'edit',
  upload: 'create',
};

/** GUARD-10: whether a person with these abilities may pass on a right by a link. */
export const mayPassOn = (right: LinkRight, abilities: Abilities): boolean =>
  abilities[LINK_RIGHT_NEEDS[right]];
