export { visitTasks } from './notices.ts';
export { recipientRoutes } from './routes.ts';
export { createVisitGate, createVisits } from './office-visits.ts';
