export { loadDemoFirm } from './load.ts';
export { seedDemoVault, type SeedParts } from './seed.ts';
