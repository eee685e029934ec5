export { trashRoutes } from './routes.ts';
export { trashTasks } from './tasks.ts';
export { purgeRecord } from './purge.ts';
export { restoreInside } from './restore-inside.ts';
