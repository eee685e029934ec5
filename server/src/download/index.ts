export { blobLayout, type Layout } from './layout.ts';
export { downloadRoutes } from './routes.ts';
export { type Download, send } from './send.ts';
export { tidyTickets } from './ticket.ts';
