import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Clock ticks of /proc: 100 per second on every Linux that runs Node. */
const TICKS_PER_SECOND = 100;
const KIB_PER_MIB = 1024;

interface Times {
  parent: number;
  /** clock ticks of the process with all its threads, including ended ones */
  own: number;
  /** clock ticks of its ended children */
  ended: number;
}

function timesOf(pid: number): Times {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The process name is in brackets and may contain any characters.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [parent = 0] = fields.slice(1);
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11);
  return { parent, own: user + system, ended: endedUser + endedSystem };
}

/** Returns the CPU seconds of a process with all its threads. */
export function cpuSeconds(pid: number): number {
  return timesOf(pid).own / TICKS_PER_SECOND;
}

/** Returns the CPU seconds of a process and its children, including ended ones (PostgreSQL: one per connection). */
export function cpuSecondsWithChildren(pid: number): number {
  const { own, ended } = timesOf(pid);
  let ticks = own + ended;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const times = timesOf(Number(name));
      if (times.parent === pid) ticks += times.own + times.ended;
    } catch {
      // The process has ended during this read; the system adds its times to those of its parent.
    }
  }
  return ticks / TICKS_PER_SECOND;
}

/** Returns the resident memory in MiB; `peak` is measured since `resetPeak`. */
export function memoryOf(pid: number): { now: number; peak: number } {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) / KIB_PER_MIB;
  return { now: field('VmRSS'), peak: field('VmHWM') };
}

/** Resets the peak of a process's memory to its current value. */
export function resetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}
