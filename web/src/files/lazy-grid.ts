import { lazy } from 'react';

/** Loaded with the first list that is shown as a grid. */
export const FileGrid = lazy(async () => ({ default: (await import('./grid/file-grid.tsx')).FileGrid }));

/** Loaded with the first list that shows thumbnails. */
export const Thumbnail = lazy(async () => ({ default: (await import('./grid/thumbnail.tsx')).Thumbnail }));
