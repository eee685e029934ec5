export { presentItem } from './item.ts';
export { listFolder, type ListDeps } from './list.ts';
export { nearerEnd, type Slice } from './folders-first.ts';
export { filesRoutes } from './routes.ts';
