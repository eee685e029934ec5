export { readVaultCommand, VAULT_USAGE } from './command-line.ts';
export { type Places, type VaultCommandDeps, VaultMissing } from './subcommand.ts';
