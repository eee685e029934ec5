// Imported first by main.tsx: for a signed-in person the code of the vault is loading while React and Ant Design are evaluated.
import { getToken } from '../api/index.ts';
import { loadVault } from './load-vault.ts';

if (getToken() !== null) void loadVault();
