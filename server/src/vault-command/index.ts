export { readVaultCommand, VAULT_USAGE } from './command-line.ts';
export { createProgress } from './progress.ts';
export type { Locations, VaultCommandDeps } from './subcommand.ts';
