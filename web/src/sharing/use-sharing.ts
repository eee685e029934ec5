import { createContext, use } from 'react';
import type { ShareSubject } from './subject.ts';

/** Opens the share or request modal. */
export interface Sharing {
  open: (subject: ShareSubject) => void;
}

export const SharingContext = createContext<Sharing | null>(null);

export function useSharing(): Sharing {
  const sharing = use(SharingContext);
  if (sharing === null) throw new Error('useSharing is used outside SharingProvider');
  return sharing;
}
