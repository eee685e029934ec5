import { readdirSync, readFileSync } from 'node:fs';
import { cpuSeconds, memoryOf } from './process.ts';

const POLL_MS = 100;
const CODE = 'readers/child.ts';

/** Samples the CPU time and memory of a server's reader processes. */
export class ReaderWatch {
  readonly #server: number;
  readonly #timer: NodeJS.Timeout;
  readonly #begun = new Map<number, number>();
  readonly #cpu = new Map<number, number>();
  #peakMib = 0;

  constructor(server: number) {
    this.#server = server;
    this.#look();
    for (const [pid, seconds] of this.#cpu) this.#begun.set(pid, seconds);
    this.#timer = setInterval(() => this.#look(), POLL_MS);
  }

  /** @returns the peak memory of one process, and the CPU seconds of all of them since the start */
  stop(): { peakMib: number; cpuSeconds: number } {
    clearInterval(this.#timer);
    this.#look();
    const used = [...this.#cpu].map(([pid, seconds]) => seconds - (this.#begun.get(pid) ?? 0));
    return { peakMib: this.#peakMib, cpuSeconds: used.reduce((sum, seconds) => sum + seconds, 0) };
  }

  #look(): void {
    for (const pid of this.#readers()) {
      try {
        this.#cpu.set(pid, cpuSeconds(pid));
        this.#peakMib = Math.max(this.#peakMib, memoryOf(pid).peak);
      } catch {
        // The process has ended since it was listed.
      }
    }
  }

  #readers(): number[] {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return pids.map(Number).filter((pid) => isReader(pid, this.#server));
  }
}

function isReader(pid: number, server: number): boolean {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return (
      words[0]?.endsWith('node') === true &&
      words.some((word) => word.endsWith(CODE)) &&
      descends(pid, server)
    );
  } catch {
    return false;
  }
}

function descends(pid: number, from: number): boolean {
  if (pid === from) return true;
  if (pid <= 1) return false;
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return descends(Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]), from);
}
