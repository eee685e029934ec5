/** The export of the package; web/embed/vault.d.ts declares it for portals. */
export { EmbeddedVault as Vault } from './app/embedded/embedded-vault.tsx';
