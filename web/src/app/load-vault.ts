import { parseQuery, parseVaultSearch } from '../shared/index.ts';

/**
 * Loads the code of the vault and of the tab in the address, before they are rendered (SPEED-12). A failure is ignored, because the
 * router and the tab load the same modules later.
 */
export async function loadVault(): Promise<void> {
  try {
    const { tabOf } = await import('./vault/vault-page.tsx');
    await tabOf(parseVaultSearch(parseQuery(location.search)).tab)?.Panel.preload();
  } catch {
    // The router shows the failure.
  }
}
