import { createContext, use } from 'react';
import { useStore } from 'zustand';
import type { LinkState, LinkVisit } from './link-visit.ts';

export const LinkContext = createContext<LinkVisit | null>(null);

/** Returns the link of the page. */
export function useLink(): LinkVisit {
  const link = use(LinkContext);
  if (!link) throw new Error('A part of the page stands outside its link');
  return link;
}

export const useLinkState = (link: LinkVisit): LinkState => useStore(link.state);
