export { type OfficeParts, type Visits } from './parts.ts';
export { officeRoutes } from './routes.ts';
export { officeTasks } from './tidy.ts';
export { createWindows } from './windows.ts';
