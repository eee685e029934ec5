import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Log } from '../database/index.ts';
import { chooseSandbox } from '../sandbox/index.ts';
import { ResourcePool } from '../resource-pool.ts';
import { ReaderBusy, UnreadableDocument } from './errors.ts';
import type { KindName } from './kinds.ts';
import { MAX_HEAP_MIB, MAX_RESIDENT_BYTES, SYSTEM_LIMITS } from './limits.ts';
import type { DocumentPage } from './page.ts';
import { ReaderProcess } from './reader-process.ts';

/** Reads untrusted documents, each in a process without rights and with little memory (USE-30 to USE-33). */
export interface DocumentReader {
  /**
   * @param bytes called when a process is free, so that waiting costs no memory
   * @param options JSON for the kind's module
   * @param sender who causes the work; senders take turns, and without one each call counts as another
   * @throws UnreadableDocument when the document cannot be read within the limits, ReaderBusy when no process becomes
   * free
   */
  read(
    kind: KindName,
    bytes: () => Promise<Uint8Array>,
    options?: unknown,
    sender?: string,
  ): Promise<DocumentPage>;
  /** Kills the running processes; waiting calls fail with ReaderBusy. */
  close(): Promise<void>;
}

export interface DocumentReaderOptions {
  /** the vault's data, which reader processes cannot access */
  hidden: string;
  log: Log;
  /** the module with KINDS; replaced in tests */
  kindsFile?: URL;
  /** number of concurrent processes */
  atOnce?: number;
  /** CPU time for one document */
  maxCpuMs?: number;
  /** wall-clock time for one document; WAIT_FACTOR times its CPU time by default */
  timeoutMs?: number;
  maxResidentBytes?: number;
  maxWaitMs?: number;
  /** documents that may wait for a process */
  maxWaiting?: number;
  /** a process without work for this time is ended, so that its memory is released */
  idleMs?: number;
  /** a process that has used more CPU time is replaced after its document */
  maxCpuSeconds?: number;
  /** priority of the processes, 0 (as the server) to 19 (only when nothing else runs), as `os.setPriority` takes it */
  niceness?: number;
}

interface Slot {
  process: ReaderProcess | null;
  idle: NodeJS.Timeout | null;
}

const MAX_CPU_MS = 10_000;
/** On a busy server a reader of low priority gets only a share of the cores. */
const WAIT_FACTOR = 3;
/** Documents of two hostile users can be ahead of a valid one. */
const MAX_WAIT_MS = 30_000;
const MAX_WAITING = 32;
const IDLE_MS = 20_000;
/** A process that keeps half of its memory limit is replaced after its document. */
const KEPT_SHARE = 0.5;
/** The system ends a process at a higher limit (SYSTEM_LIMITS). The difference is more than one document can use. */
const MAX_CPU_SECONDS = 60;

/** The reader of this server. Processes start with the first documents. */
export function openDocumentReader(options: DocumentReaderOptions): DocumentReader {
  const { atOnce = 2, idleMs = IDLE_MS, maxWaitMs = MAX_WAIT_MS, maxWaiting = MAX_WAITING } = options;
  const { maxCpuMs = MAX_CPU_MS, maxResidentBytes = MAX_RESIDENT_BYTES } = options;
  const { maxCpuSeconds = MAX_CPU_SECONDS, timeoutMs = maxCpuMs * WAIT_FACTOR } = options;
  const slots = Array.from({ length: atOnce }, (): Slot => ({ process: null, idle: null }));
  const pool = new ResourcePool(slots, { maxWaitMs, maxWaiting, busy: () => new ReaderBusy() });
  const stopping = new AbortController();
  let command: Promise<readonly string[]> | null = null;

  async function processOf(slot: Slot): Promise<ReaderProcess> {
    if (slot.idle !== null) clearTimeout(slot.idle);
    if (stopping.signal.aborted) throw stopped();
    if (slot.process !== null && !slot.process.hasEnded) return slot.process;
    command ??= commandOf(options, stopping.signal);
    const parts = await command;
    if (stopping.signal.aborted) throw stopped();
    const started = new ReaderProcess(parts, { niceness: options.niceness ?? 0 });
    slot.process = started;
    await started.start();
    return started;
  }

  return {
    read: (kind, bytes, kindOptions = null, sender) =>
      pool.use(async (slot) => {
        const document = await bytes();
        const reader = await processOf(slot);
        try {
          const limits = { timeoutMs, maxCpuMs, maxResidentBytes };
          return await reader.read({ kind, options: kindOptions }, document, limits);
        } catch (error) {
          throw stopping.signal.aborted ? stopped() : asUnreadable(error);
        } finally {
          if (reader.residentBytes > maxResidentBytes * KEPT_SHARE) reader.kill('it keeps too much memory');
          if (reader.cpuSeconds > maxCpuSeconds) reader.kill('it has used its CPU time');
          slot.idle = setTimeout(() => reader.kill('it is idle'), idleMs).unref();
        }
      }, sender),
    async close() {
      stopping.abort();
      await Promise.all(
        slots.map(async (slot) => {
          if (slot.idle !== null) clearTimeout(slot.idle);
          await slot.process?.end();
        }),
      );
    },
  };
}

const stopped = () => new ReaderBusy('the server stops');

function asUnreadable(error: unknown): UnreadableDocument {
  return error instanceof UnreadableDocument ? error : new UnreadableDocument(String(error));
}

const ROOT = new URL('../../../../', import.meta.url);
const READABLE = ['server/', 'contract/', 'node_modules/', 'package.json'];

/** The command of a reader process in the strongest sandbox of this machine. */
async function commandOf(
  { hidden, log, kindsFile = new URL('./kinds.ts', import.meta.url) }: DocumentReaderOptions,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const child = fileURLToPath(new URL('./child.ts', import.meta.url));
  const sandbox = await chooseSandbox({
    hidden,
    limits: SYSTEM_LIMITS,
    // Node, and the code of the process, must be accessible.
    probe: [process.execPath, '--eval', 'require("node:fs").accessSync(process.argv[1])', child],
    run: { cwd: tmpdir(), timeoutMs: 10_000, signal },
  });
  if (sandbox.gap !== null) {
    log.warn({ gap: sandbox.gap }, 'Document reader is not fully sandboxed; documents are still parsed');
  }
  return [
    ...sandbox.prefix,
    process.execPath,
    // Node itself forbids writes, processes, threads and other files than its own code, on every system.
    '--permission',
    ...READABLE.map((path) => `--allow-fs-read=${fileURLToPath(new URL(path, ROOT))}`),
    '--allow-addons',
    '--disable-proto=delete',
    '--disable-warning=SecurityWarning',
    `--max-old-space-size=${MAX_HEAP_MIB}`,
    child,
    kindsFile.href,
  ];
}
