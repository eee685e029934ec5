export type { CheckDeps, Finding } from './check.ts';
export { checkVault, type OnProgress, type VaultReport } from './run.ts';
