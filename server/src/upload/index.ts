export { uploadRoutes } from './routes.ts';
export { sweepUnusedBytes, sweepUploads } from './sweep.ts';
