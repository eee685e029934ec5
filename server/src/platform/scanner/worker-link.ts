import { Worker } from 'node:worker_threads';
import type { Log } from '../database/index.ts';
import { startInactivityLimit, startRunningLimit } from '../running-limit.ts';
import { type ByteSource, readExactly } from '../zip/index.ts';
import { RuleFileError } from './rule-files.ts';
import { failed, reasonOf, type Verdict } from './scanner.ts';
import { type WorkerData, type Order, type Report, WINDOW_BYTES } from './worker/protocol.ts';

export interface LinkOptions {
  workerData: WorkerData;
  workerFile: URL;
  /** a worker with an unfinished scan and no report for this time is ended */
  silentMs: number;
  /** limits JavaScript objects only; the engine's own memory is limited by the size of a window */
  maxHeapMiB: number;
  log: Log;
}

interface Job {
  source: ByteSource;
  resolve: (verdict: Verdict) => void;
  /** while the server reads for it, the worker need not report */
  isReading: boolean;
}

/** A thread starts and compiles its rules within a second; a busy machine can take several. */
const START_MS = 30_000;

/** One worker thread and its files. */
export class WorkerLink {
  /** accepts no more files */
  hasEnded = false;
  /** the number of runs of its engine */
  scans = 0;
  readonly #worker: Worker;
  readonly #jobs = new Map<number, Job>();
  readonly #endLimit: () => void;
  readonly #log: Log;
  #lastId = 0;
  /** there was an order or a report since the last check of the limit */
  #wasActive = false;

  /**
   * Starts a worker and waits until its rules are compiled.
   * @throws RuleFileError
   */
  static async start(options: LinkOptions): Promise<WorkerLink> {
    const worker = new Worker(options.workerFile, {
      workerData: options.workerData,
      resourceLimits: { maxOldGenerationSizeMb: options.maxHeapMiB },
      execArgv: [],
    });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    worker.once('message', (first: Report) =>
      first.kind === 'unfit' ? reject(new RuleFileError(first.message)) : resolve(),
    );
    worker.on('error', reject);
    worker.on('exit', () => reject(new Error('the scanning thread ended at its start')));
    const endLimit = startRunningLimit(START_MS, () =>
      reject(new Error('the scanning thread does not start')),
    );
    try {
      await promise;
    } catch (error) {
      await worker.terminate();
      throw error;
    } finally {
      endLimit();
    }
    return new WorkerLink(worker, options);
  }

  private constructor(worker: Worker, { silentMs, log }: LinkOptions) {
    this.#worker = worker;
    this.#log = log;
    worker.on('message', (report: Report) => this.#receive(report));
    worker.on('error', (error) => this.end(`the scanning thread failed: ${reasonOf(error)}`));
    worker.on('exit', () => this.end('the scanning thread ended'));
    // An idle worker does not keep the process running.
    worker.unref();
    const end = () => this.end('the scanning thread is silent');
    this.#endLimit = startInactivityLimit(silentMs, end, () => this.#takeActivity());
  }

  get load(): number {
    return this.#jobs.size;
  }

  /** Never rejects. */
  async scan(source: ByteSource, sender: string | undefined): Promise<Verdict> {
    const bytes = source.sizeBytes <= WINDOW_BYTES ? await readExactly(source, 0, source.sizeBytes) : null;
    if (this.hasEnded) return failed('the scanning thread ended');
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve } = Promise.withResolvers<Verdict>();
    this.#jobs.set(id, { source, resolve, isReading: false });
    this.#worker.ref();
    if (bytes === null) this.#send({ kind: 'large', id, sender, sizeBytes: source.sizeBytes });
    else this.#send({ kind: 'whole', id, sender, bytes });
    return promise;
  }

  /** Ends the worker; all its files get an ERROR. */
  end(reason: string): void {
    if (!this.hasEnded) {
      this.hasEnded = true;
      this.#endLimit();
      void this.#worker.terminate();
      if (this.load > 0) {
        const files = this.load;
        this.#log.warn(
          { reason, files },
          'Scanner worker thread exited; its scans failed, a new thread starts with the next file',
        );
      }
    }
    for (const job of this.#jobs.values()) job.resolve(failed(reason));
    this.#jobs.clear();
  }

  #send(order: Order): void {
    this.#wasActive = true;
    const bytes = order.kind === 'large' ? null : order.bytes;
    this.#worker.postMessage(order, bytes === null ? [] : [bytes.buffer as ArrayBuffer]);
  }

  #receive(report: Report): void {
    this.#wasActive = true;
    if (report.kind === 'want') void this.#read(report);
    if (report.kind !== 'verdict') return;
    this.scans = report.scans;
    this.#jobs.get(report.id)?.resolve(report.verdict);
    this.#jobs.delete(report.id);
    if (this.#jobs.size === 0) this.#worker.unref();
  }

  async #read({ id, position, length, room }: Extract<Report, { kind: 'want' }>): Promise<void> {
    const job = this.#jobs.get(id);
    if (job === undefined) return;
    job.isReading = true;
    const target = room.subarray(0, length);
    const count = await job.source.readAt(target, position).catch(() => 0);
    job.isReading = false;
    if (!this.hasEnded) this.#send({ kind: 'bytes', id, bytes: count === length ? target : null });
  }

  /** Returns whether the worker was active since the last call, or need not report. */
  #takeActivity(): boolean {
    const wasActive = this.#wasActive;
    this.#wasActive = false;
    const isWaiting = [...this.#jobs.values()].some((job) => !job.isReading);
    return wasActive || !isWaiting;
  }
}
