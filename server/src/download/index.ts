export { downloadOf, type FrozenDownload, sentContentsOf } from './frozen.ts';
export { contentLayout, type Layout } from './layout.ts';
export { recordDownload } from './record-download.ts';
export { freeze, sizeOf } from './freeze-selection.ts';
export { downloadRoutes } from './routes.ts';
export { type Download, send } from './send.ts';
export { countDownload, issueTicket, mustFindTicket, tidyTickets } from './ticket.ts';
