export { presentItem } from './item.ts';
export { listFolder } from './list.ts';
export { filesRoutes } from './routes.ts';
