import { lazy } from 'react';

/** The grid of tiles; its code is loaded when a list is first shown as a grid. */
export const FileGrid = lazy(async () => ({ default: (await import('./grid/file-grid.tsx')).FileGrid }));

/** A thumbnail; its code is loaded when a list first shows thumbnails. */
export const Thumbnail = lazy(async () => ({ default: (await import('./grid/thumbnail.tsx')).Thumbnail }));
