export { readVaultCommand, VAULT_USAGE } from './command-line.ts';
export type { Locations, VaultCommandDeps } from './subcommand.ts';
