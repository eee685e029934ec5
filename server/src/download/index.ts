export { downloadRoutes } from './routes.ts';
export { tidyTickets } from './ticket.ts';
