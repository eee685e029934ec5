import { useEffect, useLayoutEffect, useRef } from 'react';

/** Marks the dialog whose keys these are. */
export const KEYS_OF = 'data-preview-keys';

const WRITTEN_IN = 'input, textarea, select, [contenteditable="true"]';
const PRESSED = 'button, a, [role="tab"]';
const SIDEWAYS = ['ArrowLeft', 'ArrowRight'];

/**
 * Keys of the preview, wherever the focus is in it. Who writes, presses a button, is in a dialog above, or looks at
 * something wider than the window and moves it sideways means something else.
 * @param keys what to do by the name of the key
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
      const act = latest.current[event.key];
      if (act === undefined || (target instanceof Element && isElsewhere(target, event.key))) return;
      event.preventDefault();
      // A key that is held down shall not open and close.
      if (event.key !== ' ' || !event.repeat) act();
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
