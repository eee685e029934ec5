import { useEffect, useState, type RefObject } from 'react';
import type { Layout } from './layout.ts';

/** The visible part of a sheet with some rows and columns around it; `to…` is exclusive. */
export interface SheetWindow {
  fromRow: number;
  toRow: number;
  fromColumn: number;
  toColumn: number;
  /** true when the sheet is scrolled horizontally */
  isMoved: boolean;
}

/** The range of rendered rows and columns changes in steps of this many, so that most scroll events render nothing. */
const ROW_STEP = 8;
const COLUMN_STEP = 4;

/** Returns the visible part of a sheet, updated when `box` scrolls or is resized. */
export function useWindow(box: RefObject<HTMLDivElement | null>, layout: Layout, head: number): SheetWindow {
  const [seen, setSeen] = useState({ top: 0, left: 0, width: 1200, height: 800 });
  useEffect(() => {
    const frame = box.current;
    if (frame === null) return undefined;
    let wait = 0;
    const look = () => {
      wait = 0;
      const { scrollTop: top, scrollLeft: left, clientWidth: width, clientHeight: height } = frame;
      setSeen({ top, left, width, height });
    };
    const later = () => {
      wait ||= requestAnimationFrame(look);
    };
    look();
    frame.addEventListener('scroll', later, { passive: true });
    const observer = new ResizeObserver(later);
    observer.observe(frame);
    return () => {
      cancelAnimationFrame(wait);
      frame.removeEventListener('scroll', later);
      observer.disconnect();
    };
  }, [box]);
  const { rows, columns, frozenRows, frozenColumns } = layout;
  const top = seen.top + rows.start(frozenRows);
  const left = seen.left + columns.start(frozenColumns);
  const floor = (track: number, step: number) => Math.floor(track / step) * step;
  return {
    isMoved: seen.left > 0,
    fromRow: Math.max(frozenRows, floor(rows.at(top) - ROW_STEP / 2, ROW_STEP)),
    toRow: Math.min(rows.count, floor(rows.at(seen.top + seen.height - head) + 2 * ROW_STEP, ROW_STEP)),
    fromColumn: Math.max(frozenColumns, floor(columns.at(left), COLUMN_STEP)),
    toColumn: Math.min(
      columns.count,
      floor(columns.at(seen.left + seen.width) + 2 * COLUMN_STEP, COLUMN_STEP),
    ),
  };
}
