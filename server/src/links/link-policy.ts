import { abilitiesOf, type Abilities, type LinkRight, type LinkType, mayPassOn } from '@vault/contract';
import type { RecordGrant } from '../session/index.ts';

/** The terms of a link that decide what it passes on. */
export interface LinkTerms {
  kind: LinkType;
  allowDownload: boolean;
  allowEdit: boolean;
}

/** The rights that a link passes on by its terms: of a share `view` first, of a request only `upload` (C26). */
function rightsOfTerms({ kind, allowDownload, allowEdit }: LinkTerms): readonly LinkRight[] {
  if (kind === 'REQUEST') return ['upload'];
  return ['view', ...(allowDownload ? ['download' as const] : []), ...(allowEdit ? ['edit' as const] : [])];
}

/** GUARD-10: whether a person with these abilities may make a link with these terms, or prolong it. */
export const mayPassOnAll = (terms: LinkTerms, abilities: Abilities): boolean =>
  rightsOfTerms(terms).every((right) => mayPassOn(right, abilities));

/**
 * GUARD-11: what a link still gives: the rights of its terms that its maker has at this moment. Without `read`, `share`
 * and the record it gives nothing. The gate, the list and every other caller read the decision from here.
 * @param makerGrants the current permissions of the maker in the record of the link, for each way to sign in
 * @returns [] when the link has ended; it works again when the right returns
 */
export function rightsInForce(
  link: LinkTerms & { makerGrants: readonly RecordGrant[] },
): readonly LinkRight[] {
  const makers = link.makerGrants
    .filter(({ opensRecord }) => opensRecord)
    .map(({ permissions }) => abilitiesOf(permissions))
    .filter(({ read, share }) => read && share);
  return rightsOfTerms(link).filter((right) => makers.some((abilities) => mayPassOn(right, abilities)));
}
