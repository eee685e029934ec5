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
 * When the row that had the focus disappears (a folder is opened, items are deleted), the focus moves to the row in its
 * place: the first row of another list, else the row that moved up. While a dialog is open the focus stays in it.
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

/** Returns whether no visible element has the focus; a closed dialog can still contain it. */
function isFocusLost(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || !activeElement.checkVisibility();
}
