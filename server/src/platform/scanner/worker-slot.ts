import type { ByteSource } from '../zip/index.ts';
import type { Verdict } from './scanner.ts';
import type { WorkerLink } from './worker-link.ts';

/**
 * The engine leaks some 2 KiB a scan (measured with the memory reuse of worker/yara.ts): a thread is replaced before
 * that adds up.
 */
const MAX_SCANS_PER_THREAD = 20_000;

/**
 * A slot for one thread. When the thread has ended, also because it was idle, or has reached its number of scans, the
 * next file gets a new one.
 */
export class WorkerSlot {
  readonly #startLink: () => Promise<WorkerLink>;
  readonly #idleMs: number | null;
  #idle: NodeJS.Timeout | null = null;
  /** files that are scanned, or wait for the thread to start */
  #files = 0;
  /** no thread runs because there was no file */
  #isResting = true;
  #starting: Promise<WorkerLink> | null = null;
  #current: WorkerLink | null = null;
  /** the thread that accepts no new files but still scans old ones */
  #retired: WorkerLink | null = null;

  /** @param startLink starts a thread @param idleMs a thread without files for this time is ended; null: never */
  constructor(startLink: () => Promise<WorkerLink>, idleMs: number | null) {
    this.#startLink = startLink;
    this.#idleMs = idleMs;
  }

  get load(): number {
    return this.#files;
  }

  /** Proves that a thread can start with these rules. @throws RuleFileError */
  async verify(): Promise<void> {
    await this.#link();
    if (this.#idleMs !== null) this.#rest();
  }

  async scan(source: ByteSource, sender: string | undefined): Promise<Verdict> {
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#files += 1;
    try {
      return await (await this.#link()).scan(source, sender);
    } finally {
      this.#files -= 1;
      if (this.#files === 0) this.#restLater();
    }
  }

  /** @throws when the thread has ended by a failure and cannot start again */
  async check(): Promise<void> {
    if (!this.#isResting) await this.#link();
  }

  #restLater(): void {
    if (this.#idleMs === null) return;
    this.#idle = setTimeout(() => this.#rest(), this.#idleMs).unref();
  }

  #rest(): void {
    // Without a thread the last start has failed: `check` must try it again.
    if (this.#current === null) return;
    this.close();
    this.#isResting = true;
  }

  async #link(): Promise<WorkerLink> {
    this.#isResting = false;
    if (this.#retired?.load === 0) this.#endRetired();
    const current = this.#current;
    if (current !== null && !current.hasEnded) {
      if (current.scans < MAX_SCANS_PER_THREAD || this.#retired !== null) return current;
      this.#retired = current;
    }
    this.#current = null;
    this.#starting ??= this.#start();
    return this.#starting;
  }

  close(): void {
    this.#current?.end('the scanner is closed');
    this.#endRetired();
  }

  async #start(): Promise<WorkerLink> {
    try {
      this.#current = await this.#startLink();
      return this.#current;
    } finally {
      this.#starting = null;
    }
  }

  #endRetired(): void {
    this.#retired?.end('the scanner is closed');
    this.#retired = null;
  }
}
