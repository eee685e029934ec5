import type { Socket } from 'node:net';

/** The number of checks in a limit. */
const CHECKS = 4;

/**
 * Calls `onEnd` when this process has run for so long. It counts checks instead of time: a process that was frozen or
 * blocked counts one check, and receives what arrived in that time before the next one (NODES-04).
 * @returns a function that ends the limit
 */
export function startRunningLimit(limitMs: number, onEnd: () => void): () => void {
  return startLimit(limitMs, onEnd, () => false);
}

/**
 * As `startRunningLimit`, but the time begins again with each byte that the socket receives or sends.
 * @returns a function that ends the limit
 */
export function startSilenceLimit(socket: Socket, limitMs: number, onEnd: () => void): () => void {
  const passedBytes = () => socket.bytesRead + socket.bytesWritten - socket.writableLength;
  let passed = passedBytes();
  return startLimit(limitMs, onEnd, () => {
    const before = passed;
    passed = passedBytes();
    return passed !== before;
  });
}

/** @param beginsAgain is asked at each check */
function startLimit(limitMs: number, onEnd: () => void, beginsAgain: () => boolean): () => void {
  let checks = 0;
  const timer = setInterval(
    () => {
      checks = beginsAgain() ? 0 : checks + 1;
      if (checks < CHECKS) return;
      clearInterval(timer);
      onEnd();
    },
    Math.ceil(limitMs / CHECKS),
  );
  return () => clearInterval(timer);
}
