// Imported first by main.tsx: the code of the next page is loading while React and Ant Design are evaluated (SPEED-12),
// for a signed-in person that of the vault, for others that of the sign-in page.
import { getToken } from '../api/index.ts';
import { SignInPage } from '../session/index.ts';
import { loadVault } from './lazy-vault.tsx';

void (getToken() === null ? SignInPage.preload() : loadVault());
