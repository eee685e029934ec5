import { type FetchRange, openSheet } from './open-sheet.ts';
import type { SheetContent } from './sheet-view.tsx';

/** Documents above this size show their first rows before all of them are read. */
const SLOW_BYTES = 200_000;

/** The ranges of a view of a file (C29, C48). */
export type FetchView = (view: 'sheet' | 'sheet-start') => FetchRange;

/** @throws what fetching throws */
export async function loadSheet(fetchView: FetchView, sizeBytes: number): Promise<SheetContent> {
  if (sizeBytes <= SLOW_BYTES) return { first: await openSheet(fetchView('sheet')), whole: null };
  const first = openSheet(fetchView('sheet-start'));
  // The server reads both at the same time. The screen waits for all rows while it shows the first ones.
  const whole = openSheet(fetchView('sheet'), true);
  whole.catch(() => undefined);
  return { first: await first, whole };
}

/** The header of a range; none for all of it. */
export const rangeHeader = (start: number, end: number | null): string =>
  `bytes=${start}-${end === null ? '' : end - 1}`;
