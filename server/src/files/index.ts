export { presentItem } from './item.ts';
export { filesRoutes } from './routes.ts';
