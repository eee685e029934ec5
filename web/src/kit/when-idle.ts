/** For browsers without `requestIdleCallback`, such as Safari: the first view is rendered after this time. */
const LATER_MS = 2000;

/**
 * Runs low-priority work when the browser is idle.
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
