import type { Socket } from 'node:net';

/** The number of checks in a limit. */
const CHECKS = 4;

/**
 * Calls `onEnd` when this process has run for so long. It counts checks instead of time: a process that was frozen or
 * blocked counts one check, and receives what arrived in that time before the next one (NODES-04).
 * @returns a function that ends the limit
 */
export function startRunningLimit(limitMs: number, onEnd: () => void): () => void {
  return startInactivityLimit(limitMs, onEnd, () => false);
}

/**
 * As `startRunningLimit`, but the time begins again with each byte that the socket receives or sends.
 * @returns a function that ends the limit
 */
export function startSilenceLimit(socket: Socket, limitMs: number, onEnd: () => void): () => void {
  const passedBytes = () => socket.bytesRead + socket.bytesWritten - socket.writableLength;
  let passed = passedBytes();
  return startInactivityLimit(limitMs, onEnd, () => {
    const before = passed;
    passed = passedBytes();
    return passed !== before;
  });
}

/**
 * As `startRunningLimit`, but the time begins again with each activity. The limit alone does not keep the process
 * running.
 * @param wasActive is asked at each check: whether there was activity since the last one
 * @returns a function that ends the limit
 */
export function startInactivityLimit(
  limitMs: number,
  onEnd: () => void,
  wasActive: () => boolean,
): () => void {
  let checks = 0;
  const timer = setInterval(
    () => {
      checks = wasActive() ? 0 : checks + 1;
      if (checks < CHECKS) return;
      clearInterval(timer);
      onEnd();
    },
    Math.ceil(limitMs / CHECKS),
  ).unref();
  return () => clearInterval(timer);
}
