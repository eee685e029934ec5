export { readVaultCommand, VAULT_USAGE } from './command-line.ts';
export type { Places, VaultCommandDeps } from './subcommand.ts';
