import { useEffect, useEffectEvent, type RefObject } from 'react';
import { backLayers } from '../kit/index.ts';

/**
 * Elements that handle keys themselves, so that their keys are ignored here. A checkbox, such as 'Select all', only
 * handles Space (USE-10).
 */
const TAKES_KEYS =
  'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"]';
/** Elements that Enter and Space activate. */
const PRESSED = 'button, a, summary, input, [role="tab"], [role="treeitem"], [role="separator"]';

/**
 * Handles keys that are pressed in the tab but not on a row: in the header, the toolbar, the folder tree, an empty
 * list, or while no element has the focus. Ignores keys that another handler has prevented.
 * @param onKey `inTree`: the focus is in the folder tree, whose keys do not act on rows
 */
export function usePageKeys(
  tab: RefObject<HTMLElement | null>,
  onKey: (event: KeyboardEvent, inTree: boolean) => void,
): void {
  const handle = useEffectEvent(onKey);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.defaultPrevented || !(target instanceof HTMLElement)) return;
      // While a layer is open, keys are ignored when no element has the focus (USE-05).
      const isOurs =
        (target === document.body && !backLayers().hasOpen()) || tab.current?.contains(target) === true;
      if (!isOurs || target.closest(TAKES_KEYS) !== null || target.closest('[data-row-id]') !== null) return;
      if ((event.key === ' ' || event.key === 'Enter') && target.closest(PRESSED) !== null) return;
      handle(event, target.closest('[role="tree"]') !== null);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [tab]);
}
