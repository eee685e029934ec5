import { preloadable } from '../kit/index.ts';

/** The grid of tiles; its code is loaded when a list is first shown as a grid. */
export const FileGrid = preloadable(async () => (await import('./grid/file-grid.tsx')).FileGrid);

/** A thumbnail; its code is loaded when a list first shows thumbnails. */
export const Thumbnail = preloadable(async () => (await import('./grid/thumbnail.tsx')).Thumbnail);
