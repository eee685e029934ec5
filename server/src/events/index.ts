export { announce, type Announcement } from './announce.ts';
export { eventRoutes } from './routes.ts';
