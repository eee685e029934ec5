import { readFileSync } from 'node:fs';

const PAGE_BYTES = 4096;
const POLL_MS = 50;

/** A process and the processes that it has started. Only for Linux; an empty list on other systems. */
export function processesOf(pid: number): number[] {
  const children = readProc(`/proc/${pid}/task/${pid}/children`);
  if (children === null) return [];
  return [
    pid,
    ...children
      .split(' ')
      .filter(Boolean)
      .flatMap((child) => processesOf(Number(child))),
  ];
}

/** @returns the resident memory of these processes in bytes; 0 where the system does not show it */
export function residentBytes(pids: readonly number[]): number {
  let pages = 0;
  for (const pid of pids) pages += Number(readProc(`/proc/${pid}/statm`)?.split(' ')[1] ?? 0);
  return pages * PAGE_BYTES;
}

/** Clock ticks a second in /proc, the same on every Linux that Node runs on. */
const TICKS = 100;

/** @returns the CPU time that these processes have used in seconds; 0 where the system does not show it */
export function cpuSeconds(pids: readonly number[]): number {
  let ticks = 0;
  for (const pid of pids) {
    // The name in parentheses may contain spaces; utime and stime are fields 14 and 15 (proc(5)).
    const fields = readProc(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ') ?? [];
    ticks += Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  }
  return ticks / TICKS;
}

/** The limits for the use of processes, counted from the start of the watch. */
export interface UseLimits {
  maxResidentBytes: number;
  maxCpuMs: number;
}

/**
 * Calls `onExceeded` once, with the reason, when the processes exceed their limits.
 * @returns a function that ends the watch
 */
export function watchUse(
  pids: readonly number[],
  { maxResidentBytes, maxCpuMs }: UseLimits,
  onExceeded: (reason: string) => void,
): () => void {
  const maxCpuSeconds = cpuSeconds(pids) + maxCpuMs / 1000;
  const timer = setInterval(() => {
    const reason = exceeded();
    if (reason === null) return;
    clearInterval(timer);
    onExceeded(reason);
  }, POLL_MS);
  function exceeded(): string | null {
    if (residentBytes(pids) > maxResidentBytes) return 'it takes too much memory';
    return cpuSeconds(pids) > maxCpuSeconds ? 'it takes too much CPU time' : null;
  }
  return () => clearInterval(timer);
}

/** Files of /proc are made in memory: reading them takes microseconds and does not wait for a disk. */
function readProc(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
