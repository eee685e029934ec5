export { visitTasks } from './tasks.ts';
export { recipientRoutes } from './routes.ts';
export { createVisitGate, createVisits } from './office-visits.ts';
