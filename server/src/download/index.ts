export { downloadRoutes, type DownloadParts } from './routes.ts';
export { tidyTickets } from './ticket.ts';
