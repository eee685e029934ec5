export { setupAddress } from './first-administrator.ts';
export { closeDuringSetup } from './gate.ts';
export { setupRoutes } from './routes.ts';
export { createSetup, type VaultSetup } from './state.ts';
