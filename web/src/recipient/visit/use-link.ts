import { createContext, use, useSyncExternalStore } from 'react';
import type { LinkState, LinkVisit } from './link-visit.ts';

export const LinkContext = createContext<LinkVisit | null>(null);

/** The link that the page is about. */
export function useLink(): LinkVisit {
  const link = use(LinkContext);
  if (!link) throw new Error('A part of the page stands outside its link');
  return link;
}

export const useLinkState = (link: LinkVisit): LinkState => useSyncExternalStore(link.subscribe, link.state);
