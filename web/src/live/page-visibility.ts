/** Whether the page is hidden, and whether the user drags something. */
export interface PageVisibility {
  isHidden: () => boolean;
  isDragging: () => boolean;
  stop: () => void;
}

/**
 * Watches whether the page is visible, and whether the user drags something: rows under the pointer must not change
 * during a drag.
 * @param onChange called after either value has changed
 */
export function watchPageVisibility(onChange: () => void): PageVisibility {
  let isDragging = false;
  const set = (value: boolean) => () => {
    if (isDragging === value) return;
    isDragging = value;
    onChange();
  };
  const listening = new AbortController();
  const options = { capture: true, passive: true, signal: listening.signal };
  const end = set(false);
  document.addEventListener('visibilitychange', onChange, options);
  document.addEventListener('dragstart', set(true), options);
  // A removed row fires no dragend. Browsers fire no mousemove during a drag, so a mousemove means that the drag has
  // ended.
  for (const type of ['dragend', 'drop', 'mousemove'] as const) document.addEventListener(type, end, options);
  return {
    isHidden: () => document.visibilityState === 'hidden',
    isDragging: () => isDragging,
    stop: () => listening.abort(),
  };
}
