/** The delay in browsers without `requestIdleCallback`, such as Safari. The first view is rendered within this time. */
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
