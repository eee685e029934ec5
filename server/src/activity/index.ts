export { activityRoutes } from './routes.ts';
export { sendLines } from './send-lines.ts';
export { type AllowedExport, mustAllowExport, signExport } from './signed.ts';
