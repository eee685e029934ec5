import { preloadable } from '../preloadable.tsx';
import { type FetchRange, openSheet } from './open-sheet.ts';
import type { SheetContent } from './sheet-view.tsx';

/** The grid of a spreadsheet; its code is loaded with the first one. */
export const SheetView = preloadable(async () => (await import('./sheet-view.tsx')).SheetView);

/** Documents above this size show their first rows before all of them are read. */
const SLOW_BYTES = 200_000;

/** The ranges of a view of a file (C29, C48). */
export type FetchView = (view: 'sheet' | 'sheet-start') => FetchRange;

/** @throws what fetching throws */
export async function loadSheet(fetchView: FetchView, sizeBytes: number): Promise<SheetContent> {
  // The view is loaded while the server reads. Its failure shows when the view is rendered.
  SheetView.preload().catch(() => undefined);
  if (sizeBytes <= SLOW_BYTES) return { first: await openSheet(fetchView('sheet')), whole: null };
  const first = await openSheet(fetchView('sheet-start'));
  // Not at the same time: two readers would share the cores, and the first rows would come later.
  const whole = openSheet(fetchView('sheet'), true);
  whole.catch(() => undefined);
  return { first, whole };
}

/** The header of a range; none for all of it. */
export const rangeHeader = (start: number, end: number | null): string =>
  `bytes=${start}-${end === null ? '' : end - 1}`;
