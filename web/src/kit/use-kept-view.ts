import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { rowsAddedAbove } from './rows-added-above.ts';

interface KeptView {
  frame: RefObject<HTMLElement | null>;
  /** ids of the rows, in their order; pass the same array while they do not change */
  ids: readonly string[];
  /** changes when the list shows other rows; the position is not kept then */
  resetKey: unknown;
  /** returns the height of a row in CSS pixels; 0 without rows */
  rowHeight: () => number;
}

/**
 * Keeps the visible rows in position when rows above them are added or removed. Browsers do that for text, but not for
 * tables. A list that is scrolled to its top stays there and shows new rows.
 */
export function useKeptView({ frame, ids, resetKey, rowHeight }: KeptView): void {
  const former = useRef({ ids, resetKey, top: 0 });
  useEffect(() => {
    const box = frame.current;
    const note = () => {
      former.current.top = box?.scrollTop ?? 0;
    };
    box?.addEventListener('scroll', note, { passive: true });
    return () => box?.removeEventListener('scroll', note);
  }, [frame]);
  useLayoutEffect(() => {
    const before = former.current;
    former.current = { ids, resetKey, top: before.top };
    const box = frame.current;
    if (box === null || before.ids === ids || before.resetKey !== resetKey) return;
    // After rows were removed, the browser may already have scrolled back to the new end.
    const isAtEnd = box.scrollTop >= box.scrollHeight - box.clientHeight;
    const top = isAtEnd ? Math.max(before.top, box.scrollTop) : box.scrollTop;
    const height = rowHeight();
    if (top <= 0 || height === 0) return;
    const added = rowsAddedAbove(before.ids, ids, Math.floor(top / height));
    if (added !== 0) box.scrollTo({ top: top + added * height });
    former.current.top = box.scrollTop;
  });
}
