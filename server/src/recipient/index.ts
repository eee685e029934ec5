export { visitTasks } from './notices.ts';
export { recipientRoutes } from './routes.ts';
export { createVisits } from './office-visits.ts';
