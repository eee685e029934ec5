import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { preloadable } from '../kit/index.ts';
import { commonTexts } from '../kit/texts.ts';
import { beginSession } from '../session/index.ts';
import { LazyPage, readVaultSearch } from '../shared/index.ts';

const VaultPage = preloadable(async () => (await import('./vault/vault-page.tsx')).VaultPage);

/**
 * Loads the code of the vault and of the tab in the address, before they are rendered (SPEED-12). A failure is ignored,
 * because the same modules are loaded again when they are rendered.
 */
export async function loadVault(): Promise<void> {
  await VaultPage.preload();
  const vault = await import('./vault/vault-page.tsx').catch(() => null);
  await vault?.tabOf(readVaultSearch(location.search).tab)?.Panel.preload();
}

/** The page of the vault for the person whose token is stored; its code is loaded when it is rendered. */
export function LazyVault() {
  const queryClient = useQueryClient();
  // The person and the records arrive while the code of the page is loading.
  useEffect(() => beginSession(queryClient), [queryClient]);
  return (
    <LazyPage loading={commonTexts.loading}>
      <VaultPage />
    </LazyPage>
  );
}
