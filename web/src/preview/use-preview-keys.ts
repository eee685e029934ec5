import { useEffect, useLayoutEffect, useRef } from 'react';

/** Marks the dialog that handles these keys. */
export const KEYS_OF = 'data-preview-keys';

const WRITTEN_IN = 'input, textarea, select, [contenteditable="true"]';
const PRESSED = 'button, a, [role="tab"]';
const SIDEWAYS = ['ArrowLeft', 'ArrowRight'];

/**
 * Handles the keys of the preview while the focus is inside it. Keys are ignored while the user types, presses a
 * button, uses a dialog above, or scrolls a wide element sideways.
 * @param keys the action for each key name
 */
export function usePreviewKeys(keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys);
  useLayoutEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const { target } = event;
      const action = latest.current[event.key];
      if (action === undefined || (target instanceof Element && isElsewhere(target, event.key))) return;
      event.preventDefault();
      // Holding Space must not open and close the preview repeatedly.
      if (event.key !== ' ' || !event.repeat) action();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

function isElsewhere(target: Element, key: string): boolean {
  if (target.closest(WRITTEN_IN) !== null) return true;
  if (key === ' ' && target.closest(PRESSED) !== null) return true;
  if (SIDEWAYS.includes(key) && target.scrollWidth > target.clientWidth) return true;
  const dialog = target.closest('[role="dialog"]');
  return dialog !== null && dialog.querySelector(`[${KEYS_OF}]`) === null;
}
