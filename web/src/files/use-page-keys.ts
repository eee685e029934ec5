import { useEffect, useRef, type RefObject } from 'react';
import { backLayers } from '../kit/index.ts';

/** What takes keys for itself. */
const TAKES_KEYS = 'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"]';
/** What is pressed by Enter and Space. */
const PRESSED = 'button, a, summary, [role="tab"], [role="treeitem"], [role="separator"]';

/**
 * Keys that are pressed somewhere in the tab, or while nothing has the focus, and that nobody has taken: the list may
 * be empty, or the person may have come from the tree.
 * @param onKey told whether the focus is in the folder tree, whose keys mean no row
 */
export function usePageKeys(
  tab: RefObject<HTMLElement | null>,
  onKey: (event: KeyboardEvent, inTree: boolean) => void,
): void {
  const handler = useRef(onKey);
  useEffect(() => {
    handler.current = onKey;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.defaultPrevented || !(target instanceof HTMLElement)) return;
      // Below a dialog that has lost the focus nothing has keys (USE-05).
      const isOurs =
        (target === document.body && !backLayers().hasOpen()) || tab.current?.contains(target) === true;
      if (!isOurs || target.closest(TAKES_KEYS) !== null || target.closest('[data-row-id]') !== null) return;
      if ((event.key === ' ' || event.key === 'Enter') && target.closest(PRESSED) !== null) return;
      handler.current(event, target.closest('[role="tree"]') !== null);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [tab]);
}
