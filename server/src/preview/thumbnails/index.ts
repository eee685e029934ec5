export { thumbnailTasks, queueThumbnails } from './jobs.ts';
export type { ThumbnailDeps } from './make.ts';
export { thumbnailRoute } from './route.ts';
