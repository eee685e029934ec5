import type { Permission } from '@vault/contract';
import { createContext, use, useEffect } from 'react';

/** The settings of the portal that embeds the vault. */
export interface Host {
  /** SHELL-12: the record to open; undefined for the person's own record */
  recordId: string | undefined;
  /** PERM-18: the permissions that the screens use; undefined for the permissions of the server */
  permissions: readonly Permission[] | undefined;
}

/** The settings of the embedding portal; null in the standalone vault. */
export const HostContext = createContext<Host | null>(null);

/**
 * Returns the portal around the vault, which controls the header, the page title and the sign-in; null when standalone.
 */
export function useHost(): Host | null {
  return use(HostContext);
}

/** Sets the title of the standalone page; a portal's title is not changed. */
export function usePageTitle(title: string): void {
  const host = useHost();
  useEffect(() => {
    if (host === null) document.title = title;
  }, [host, title]);
}
