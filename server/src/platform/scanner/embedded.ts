import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { Log } from '../database/index.ts';
import { compileEngine } from './engine.ts';
import { Limiter } from './limiter.ts';
import { readRules } from './rule-files.ts';
import { failed, reasonOf, type Scanner } from './scanner.ts';
import { type LinkOptions, WorkerLink } from './worker-link.ts';
import {
  INSPECTION_LIMITS,
  type InspectionLimits,
  type WorkerData,
  WINDOW_BYTES,
} from './worker/protocol.ts';

export interface EmbeddedOptions {
  /** further rule files of the operator; need not exist */
  rulesDirectory: string;
  log: Log;
  /** where large members of archives are stored during their scan; created if it does not exist */
  temporaryDirectory?: string;
  /** number of scanning threads */
  threads?: number;
  /** a thread with files and no report for this time is ended; default 10 s */
  silentMs?: number;
  /** the code of a thread; replaced in tests */
  workerFile?: URL;
  /** smaller in tests */
  limits?: InspectionLimits;
  /** memory for the JavaScript objects of a thread; smaller in tests */
  maxHeapMiB?: number;
}

/** Maximum memory of all files that are being scanned in this process. */
const MAX_BYTES_IN_FLIGHT = 4 * WINDOW_BYTES;
/** The cost of a file in addition to its bytes. */
const FILE_OVERHEAD_BYTES = 64 * 1024;
/**
 * The engine leaks some 2 KiB a scan (measured with the memory reuse of worker/yara.ts): a thread is replaced before
 * that adds up.
 */
const MAX_SCANS_PER_THREAD = 20_000;

/**
 * Scans with YARA-X in worker threads: needs no other program, opens ZIPs and documents in ZIP format, and finds the
 * patterns of the shipped rules and the operator's own. It is no replacement for clamd with its signatures.
 * @throws RuleFileError that names the wrong file and line
 */
export async function embeddedScanner({
  rulesDirectory,
  log,
  temporaryDirectory = tmpdir(),
  threads = 1,
  silentMs = 10_000,
  workerFile = new URL('./worker/worker.ts', import.meta.url),
  limits = INSPECTION_LIMITS,
  maxHeapMiB = 512,
}: EmbeddedOptions): Promise<Scanner> {
  const workerData = await loadEquipment(rulesDirectory, { temporaryDirectory, limits });
  await mkdir(temporaryDirectory, { recursive: true, mode: 0o700 });
  const options: LinkOptions = { workerData, workerFile, silentMs, maxHeapMiB, log };
  const slots = Array.from({ length: threads }, () => new WorkerSlot(options));
  const limiter = new Limiter(MAX_BYTES_IN_FLIGHT);
  await Promise.all(slots.map((slot) => slot.link()));

  return {
    name: 'yara-x',
    scansArrivingBytes: true,
    scan: (source) =>
      limiter.run(Math.min(source.sizeBytes, 2 * WINDOW_BYTES) + FILE_OVERHEAD_BYTES, async () => {
        try {
          const slot = slots.reduce((best, next) => (next.load < best.load ? next : best));
          const link = await slot.link();
          return await link.scan(source);
        } catch (error) {
          return failed(reasonOf(error));
        }
      }),
    async check() {
      await Promise.all(slots.map((slot) => slot.link()));
    },
    async close() {
      for (const slot of slots) slot.close();
    },
  };
}

type Equipment = Pick<WorkerData, 'temporaryDirectory' | 'limits'>;

/**
 * The start data of a thread.
 * @throws RuleFileError for a rule file that is not text
 */
export async function loadEquipment(
  rulesDirectory: string,
  { temporaryDirectory = tmpdir(), limits = INSPECTION_LIMITS }: Partial<Equipment> = {},
): Promise<WorkerData> {
  const [module, rules] = await Promise.all([compileEngine(), readRules(rulesDirectory)]);
  return { module, rules, temporaryDirectory, limits };
}

/**
 * A slot for one thread. When the thread has ended, or has reached its number of scans, the next file gets a new one.
 */
class WorkerSlot {
  readonly #options: LinkOptions;
  #starting: Promise<WorkerLink> | null = null;
  #current: WorkerLink | null = null;
  /** the thread that accepts no new files but still scans old ones */
  #retired: WorkerLink | null = null;

  constructor(options: LinkOptions) {
    this.#options = options;
  }

  get load(): number {
    return this.#current?.load ?? 0;
  }

  async link(): Promise<WorkerLink> {
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
      this.#current = await WorkerLink.start(this.#options);
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
