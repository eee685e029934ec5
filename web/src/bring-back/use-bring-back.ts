import { createContext, use } from 'react';

/** Opens the dialog 'Back to a moment' for a folder. */
export type OpenBringBack = (path: string) => void;

export const BringBackContext = createContext<OpenBringBack | null>(null);

export function useBringBack(): OpenBringBack {
  const open = use(BringBackContext);
  if (open === null) throw new Error('useBringBack is used outside BringBackProvider');
  return open;
}
