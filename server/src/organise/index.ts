export { moveInside } from './move-inside.ts';
export { trashInside } from './move-to-trash.ts';
export { renameInside } from './rename-file.ts';
export { organiseRoutes } from './routes.ts';
