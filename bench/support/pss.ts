import { readdirSync, readFileSync } from 'node:fs';

const KIB_PER_MIB = 1024;
const POLL_MS = 100;

/** Returns '' for a process that has ended. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((each) => Number(/^\d+ \(.*\) \S (\d+)/s.exec(read(each, 'stat'))?.[1]) === pid);
}

/**
 * Returns the proportional memory of a server with its scanner and readers, without its PostgreSQL, in MiB: memory that
 * several processes share, such as the program Node itself, counts by its share (SPEED-10).
 */
export function serverPss(pid: number): number {
  if (read(pid, 'cmdline').includes('postgres')) return 0;
  const own = Number(/^Pss:\s+(\d+) kB/m.exec(read(pid, 'smaps_rollup'))?.[1] ?? 0) / KIB_PER_MIB;
  return childrenOf(pid).reduce((sum, child) => sum + serverPss(child), own);
}

/** Runs the work. @returns the highest memory of the server during it, in MiB */
export async function peakPss(pid: number, work: () => Promise<unknown>): Promise<number> {
  let peak = serverPss(pid);
  const polling = setInterval(() => {
    peak = Math.max(peak, serverPss(pid));
  }, POLL_MS);
  try {
    await work();
  } finally {
    clearInterval(polling);
  }
  return Math.max(peak, serverPss(pid));
}
