export { discard } from './discard.ts';
export { keepBlob } from './keep-blob.queries.ts';
export { uploadRoutes } from './routes.ts';
export { sweepUnusedBytes, sweepUploads } from './sweep.ts';
