export { demoAccounts } from './accounts.ts';
export { seedDemoVault, type SeedParts } from './seed.ts';
