/** The number of checks in a limit. */
const CHECKS = 4;

/**
 * Calls `onEnd` when this process has run for so long. It counts checks instead of time: a process that was frozen or
 * blocked counts one check, and receives what arrived in that time before the next one (NODES-04).
 * @returns a function that ends the limit
 */
export function startRunningLimit(limitMs: number, onEnd: () => void): () => void {
  let checks = 0;
  const timer = setInterval(
    () => {
      checks += 1;
      if (checks < CHECKS) return;
      clearInterval(timer);
      onEnd();
    },
    Math.ceil(limitMs / CHECKS),
  );
  return () => clearInterval(timer);
}
