/** What the package hands out: see web/embed/vault.d.ts, which says the same to those who use it. */
export { EmbeddedVault as Vault } from './shell/embedded-vault.tsx';
