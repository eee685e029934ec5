// Imported first by main.tsx: for a signed-in person the code of the vault is loading while React and Ant Design are evaluated
// (SPEED-12). A failure is ignored, because the router and the tab load the same modules later.
import { getToken } from '../api/index.ts';
import { parseQuery, parseVaultSearch } from '../shared/index.ts';

if (getToken() !== null) void loadVault().catch(() => undefined);

async function loadVault(): Promise<void> {
  const { tabOf } = await import('./vault/vault-page.tsx');
  await tabOf(parseVaultSearch(parseQuery(location.search)).tab)?.Panel.preload();
}
