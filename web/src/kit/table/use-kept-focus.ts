import { useEffect, type RefObject } from 'react';

export interface KeptFocus {
  /** of the row that had the focus */
  index: number;
  resetKey: string;
}

export const rowSelector = (id: string) => `[data-row-id="${CSS.escape(id)}"]`;

/** The row in which an element stands. */
export function rowIdAt(target: EventTarget | null): string | undefined {
  return target instanceof Element
    ? target.closest<HTMLElement>('[data-row-id]')?.dataset['rowId']
    : undefined;
}

/** How often to look whether a dialog has gone, in milliseconds. */
const LOOK_AGAIN_MS = 100;

interface KeptFocusInput {
  ids: readonly string[];
  resetKey: string;
  frame: RefObject<HTMLElement | null>;
}

/**
 * When the row that had the focus is gone (a folder was opened, items were deleted), the focus goes to the row in
 * its place: the first one of other rows, else the one that moved up. While a dialog is open it stays there.
 */
export function useKeptFocus(
  { ids, resetKey, frame }: KeptFocusInput,
  kept: RefObject<KeptFocus | null>,
): void {
  useEffect(() => {
    const restore = () => {
      if (kept.current === null || document.activeElement !== document.body) return;
      const index = kept.current.resetKey === resetKey ? Math.min(kept.current.index, ids.length - 1) : 0;
      const id = ids[index];
      const row = id === undefined ? null : frame.current?.querySelector<HTMLElement>(rowSelector(id));
      (row ?? frame.current)?.focus();
    };
    if (kept.current === null || !dialogHasFocus()) {
      restore();
      return undefined;
    }
    const timer = setInterval(() => {
      if (dialogHasFocus()) return;
      clearInterval(timer);
      restore();
    }, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [ids, resetKey, frame, kept]);
}

function dialogHasFocus(): boolean {
  return document.activeElement?.closest('[role="dialog"]') != null;
}
