export { visitTasks } from './notices.ts';
export { recipientRoutes } from './routes.ts';
export { createVisits } from './visits.ts';
