export { presentItem } from './item.ts';
export { listFolder, type ListDeps } from './list.ts';
export { nearerEnd, type Slice } from './window.ts';
export { filesRoutes } from './routes.ts';
