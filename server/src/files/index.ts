export { presentItem } from './item.ts';
export { listFolder } from './list.ts';
export { filesRoutes } from './routes.ts';
export { nearerEnd, type Slice } from './window.ts';
