import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * How many rows came (or went, below zero) above what is in sight.
 * @param top index of the first row in sight, before
 */
export function rowsComeAbove(before: readonly string[], after: readonly string[], top: number): number {
  const places = new Map(after.map((id, index) => [id, index]));
  for (let index = top; index < before.length; index += 1) {
    const resetKey = places.get(before[index] ?? '');
    if (resetKey !== undefined) return resetKey - index;
  }
  return 0;
}

interface KeptView {
  frame: RefObject<HTMLElement | null>;
  /** of the rows, in their order; the same array while they are the same */
  ids: readonly string[];
  /** changes with everything that brings other rows: nothing is kept then */
  resetKey: unknown;
  /** in CSS pixels; 0 while there is none */
  rowHeight: () => number;
}

/**
 * Keeps the rows that are in sight where they are, when others come or go above them. Browsers do that for text, but
 * not for tables. At the very top the list stays there and shows new rows.
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
    // Where fewer rows are left the browser has scrolled back already.
    const isAtEnd = box.scrollTop >= box.scrollHeight - box.clientHeight;
    const top = isAtEnd ? Math.max(before.top, box.scrollTop) : box.scrollTop;
    const height = rowHeight();
    if (top <= 0 || height === 0) return;
    const coming = rowsComeAbove(before.ids, ids, Math.floor(top / height));
    if (coming !== 0) box.scrollTo({ top: top + coming * height });
    former.current.top = box.scrollTop;
  });
}
