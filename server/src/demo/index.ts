export { type DemoFirm, loadDemoFirm } from './load.ts';
export { seedDemoVault, type SeedDeps } from './seed.ts';
