import { useEffect, type RefObject } from 'react';
import { onDialogClosed } from '../back/dialog-closed.ts';

export interface KeptFocus {
  /** index of the row that had the focus */
  index: number;
  resetKey: string;
}

export const rowSelector = (id: string) => `[data-row-id="${CSS.escape(id)}"]`;

/** Returns the id of the row that contains an element. */
export function rowIdAt(target: EventTarget | null): string | undefined {
  return target instanceof Element
    ? target.closest<HTMLElement>('[data-row-id]')?.dataset['rowId']
    : undefined;
}

interface KeptFocusInput {
  ids: readonly string[];
  resetKey: string;
  frame: RefObject<HTMLElement | null>;
}

/**
 * Moves the focus when the row that had it disappears. In the same list the next row, which has moved up, gets the
 * focus; after another folder is opened, the first row does. While a dialog is open the focus stays in the dialog.
 */
export function useKeptFocus(
  { ids, resetKey, frame }: KeptFocusInput,
  kept: RefObject<KeptFocus | null>,
): void {
  useEffect(() => {
    const restore = () => {
      if (kept.current === null || !isFocusLost()) return;
      const index = kept.current.resetKey === resetKey ? Math.min(kept.current.index, ids.length - 1) : 0;
      const id = ids[index];
      const row = id === undefined ? null : frame.current?.querySelector<HTMLElement>(rowSelector(id));
      (row ?? frame.current)?.focus();
    };
    restore();
    return onDialogClosed(restore);
  }, [ids, resetKey, frame, kept]);
}

/**
 * Returns whether no visible element has the focus. After a dialog has closed, a hidden element in it can still have
 * the focus.
 */
function isFocusLost(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || activeElement.getClientRects().length === 0;
}
