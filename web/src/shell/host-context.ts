import type { Permission } from '@vault/contract';
import { createContext, use, useEffect } from 'react';

/** What a portal decides whose page holds the vault. */
export interface Host {
  /** SHELL-12: the record to open; the signed-in person's own one when undefined */
  recordId: string | undefined;
  /** PERM-18: what the screens go by; as the server tells it when undefined */
  permissions: readonly Permission[] | undefined;
}

/** null on the vault's own page. */
export const HostContext = createContext<Host | null>(null);

/** The portal around the vault, whose matter are the header, the title of the page and who is signed in. */
export function useHost(): Host | null {
  return use(HostContext);
}

/** The title of the vault's own page; that of a portal's page is left alone. */
export function usePageTitle(title: string): void {
  const host = useHost();
  useEffect(() => {
    if (host === null) document.title = title;
  }, [host, title]);
}
