import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { Log } from '../database/index.ts';
import { compileEngine } from './engine.ts';
import { Limiter } from './limiter.ts';
import { readRules } from './rule-files.ts';
import { failed, reasonOf, type Scanner } from './scanner.ts';
import { WorkerLink } from './worker-link.ts';
import { WorkerSlot } from './worker-slot.ts';
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
  /** a thread without files for this time is ended, so that its memory is released; null: never */
  idleMs?: number | null;
  /** proves at once that a thread can start; else the first file does, where the operator has no rule files */
  startsAtOnce?: boolean;
}

/** Uploads of a person arrive with shorter pauses; a thread starts in some 0.3 s. */
const IDLE_MS = 10_000;

/** The cost of a file in addition to its bytes. */
const FILE_OVERHEAD_BYTES = 64 * 1024;
const MAX_FILE_BYTES = 2 * WINDOW_BYTES + FILE_OVERHEAD_BYTES;
/** The memory of all files that are being scanned in this process: two of the largest of one sender, and another. */
const MAX_BYTES_IN_FLIGHT = 3 * MAX_FILE_BYTES;

/**
 * Scans with YARA-X in worker threads: needs no other program, opens ZIPs and documents in ZIP format, and finds the
 * patterns of the shipped rules and the operator's own. It is no replacement for clamd with its signatures.
 * A thread starts with its first file, and ends while there is nothing to scan (SPEED-10).
 * @throws RuleFileError that names the wrong file of the operator and its line
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
  idleMs = IDLE_MS,
  startsAtOnce = false,
}: EmbeddedOptions): Promise<Scanner> {
  const rules = await readRules(rulesDirectory);
  await mkdir(temporaryDirectory, { recursive: true, mode: 0o700 });
  // The compiled engine is only kept by running threads.
  const start = async () => {
    const workerData = { module: await compileEngine(), rules, temporaryDirectory, limits };
    return WorkerLink.start({ workerData, workerFile, silentMs, maxHeapMiB, log });
  };
  const slots = Array.from({ length: threads }, () => new WorkerSlot(start, idleMs));
  const limiter = new Limiter(MAX_BYTES_IN_FLIGHT);
  // The tests compile the shipped rules. Without others a start takes a quarter less CPU time.
  if (startsAtOnce || rules.some(({ isShipped }) => !isShipped))
    await Promise.all(slots.map((slot) => slot.verify()));

  return {
    name: 'yara-x',
    scansArrivingBytes: true,
    scan: (source, sender) => {
      const scan = async () => {
        try {
          const slot = slots.reduce((best, next) => (next.load < best.load ? next : best));
          return await slot.scan(source, sender);
        } catch (error) {
          return failed(reasonOf(error));
        }
      };
      return limiter.run(Math.min(source.sizeBytes + FILE_OVERHEAD_BYTES, MAX_FILE_BYTES), scan, { sender });
    },
    async check() {
      await Promise.all(slots.map((slot) => slot.check()));
    },
    async close() {
      for (const slot of slots) slot.close();
    },
  };
}

/**
 * The start data of a thread with the shipped limits.
 * @throws RuleFileError for a rule file that is not text
 */
export async function loadEquipment(rulesDirectory: string): Promise<WorkerData> {
  const [module, rules] = await Promise.all([compileEngine(), readRules(rulesDirectory)]);
  return { module, rules, temporaryDirectory: tmpdir(), limits: INSPECTION_LIMITS };
}
