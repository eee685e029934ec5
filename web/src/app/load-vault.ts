import { parseQuery, parseVaultSearch } from '../shared/index.ts';

/**
 * Loads the code of the vault and of the tab in the address, before they are rendered (SPEED-12). A failure is ignored,
 * because the router loads the same modules later.
 */
export async function loadVault(): Promise<void> {
  const vault = await import('./vault/vault-page.tsx').catch(() => null);
  await vault?.tabOf(parseVaultSearch(parseQuery(location.search)).tab)?.Panel.preload();
}
