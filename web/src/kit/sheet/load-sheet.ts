import { preloadable } from '../preloadable.tsx';
import { type FetchRange, openSheet } from './open-sheet.ts';
import type { SheetContent } from './sheet-view.tsx';

/** The grid of a spreadsheet; its code is loaded with the first spreadsheet. */
export const SheetView = preloadable(async () => (await import('./sheet-view.tsx')).SheetView);

/** A document above this size shows its first rows before all rows are loaded. */
const SLOW_BYTES = 200_000;

/** Returns, for a view of a file, a function that fetches ranges of it (C29, C48). */
export type FetchView = (view: 'sheet' | 'sheet-start') => FetchRange;

/** Loads a sheet. A large document loads its first rows first. @throws the errors of `fetchView` */
export async function loadSheet(fetchView: FetchView, sizeBytes: number): Promise<SheetContent> {
  // Loads the code of the view while the server reads the document.
  void SheetView.preload();
  if (sizeBytes <= SLOW_BYTES) return { first: await openSheet(fetchView('sheet')), whole: null };
  const first = await openSheet(fetchView('sheet-start'));
  // The first rows are not loaded in parallel with all rows: two readers of the server would share its cores, and the
  // first rows would be ready later.
  const whole = openSheet(fetchView('sheet'), true);
  whole.catch(() => undefined);
  return { first, whole };
}

/** Returns the value of the header Range. @param end exclusive; null means to the end of the file */
export const rangeHeader = (start: number, end: number | null): string =>
  `bytes=${start}-${end === null ? '' : end - 1}`;
