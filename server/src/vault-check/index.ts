export type { CheckDeps, Finding } from './check.ts';
export { usesText } from './contents.queries.ts';
export { usesOf } from './references.queries.ts';
export { checkVault, type OnProgress, type VaultReport } from './run.ts';
