/** Whether the person can be shown something else now. */
export interface Attention {
  isHidden: () => boolean;
  isDragging: () => boolean;
  stop: () => void;
}

/**
 * Watches whether the page is in sight, and whether something is being dragged: what is under the pointer must not
 * change then.
 * @param onChange after either of them has changed
 */
export function watchAttention(onChange: () => void): Attention {
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
  // A row that went away tells no end; but while something is dragged the mouse does not move.
  for (const type of ['dragend', 'drop', 'mousemove'] as const) document.addEventListener(type, end, options);
  return {
    isHidden: () => document.visibilityState === 'hidden',
    isDragging: () => isDragging,
    stop: () => listening.abort(),
  };
}
