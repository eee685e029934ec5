export { passwordResetTasks } from './request-reset.ts';
export { passwordResetRoutes } from './routes.ts';
