import { useMemo } from 'react';
import { useHost, useVault } from '../shared/index.ts';
import type { LinkContext } from './commands.ts';

export type LinkRights = Omit<LinkContext, 'link'>;

/** Returns what the person may do with the links of the open record. */
export function useLinkRights(): LinkRights {
  const { share, audit } = useVault().abilities;
  // The page of a portal has no administration.
  const isStandalone = useHost() === null;
  return useMemo(() => ({ mayDelete: share, mayAudit: audit && isStandalone }), [share, audit, isStandalone]);
}
