export { visitTasks } from './notices.ts';
export { recipientRoutes } from './routes.ts';
