import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Clock ticks of /proc; 100 a second on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;
const KIB_PER_MIB = 1024;

interface Times {
  parent: number;
  /** of the process with all its threads, those that have ended too */
  own: number;
  /** of its children that have ended */
  ended: number;
}

function timesOf(pid: number): Times {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name stands in brackets and may hold anything.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [parent = 0] = fields.slice(1);
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11);
  return { parent, own: user + system, ended: endedUser + endedSystem };
}

/** CPU seconds that a process has used so far, all threads of it together. */
export function cpuSeconds(pid: number): number {
  return timesOf(pid).own / TICKS_PER_SECOND;
}

/** CPU seconds of a process with its children, those that have ended too: PostgreSQL has one for each connection. */
export function cpuSecondsWithChildren(pid: number): number {
  const { own, ended } = timesOf(pid);
  let ticks = own + ended;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const times = timesOf(Number(name));
      if (times.parent === pid) ticks += times.own + times.ended;
    } catch {
      // ended meanwhile: its parent has its times now or in a moment
    }
  }
  return ticks / TICKS_PER_SECOND;
}

/** Resident memory in MiB; `peak` since `forgetPeak`. */
export function memoryOf(pid: number): { now: number; peak: number } {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) / KIB_PER_MIB;
  return { now: field('VmRSS'), peak: field('VmHWM') };
}

/** Lets the peak of a process's memory begin anew from what it has now. */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}
