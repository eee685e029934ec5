export { mayGetOriginal } from './original-bytes.ts';
export { type OfficeDeps, type Visits } from './deps.ts';
export { officeRoutes } from './routes.ts';
export { officeTasks } from './tidy.ts';
export { createWindows } from './windows.ts';
