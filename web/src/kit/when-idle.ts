/** Of browsers without `requestIdleCallback`, such as Safari: the first view is there by then. */
const LATER_MS = 2000;

/**
 * Runs work that nothing waits for when the browser has nothing else to do.
 * @returns a function that cancels it
 */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, LATER_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work);
  return () => cancelIdleCallback(handle);
}
