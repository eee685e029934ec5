import { Worker } from 'node:worker_threads';
import { type ByteSource, readExactly } from '../zip/index.ts';
import { RuleFileError } from './rule-files.ts';
import { failed, reasonOf, type Verdict } from './scanner.ts';
import { type Equipment, type Order, type Report, WINDOW_BYTES } from './worker/protocol.ts';

export interface LinkOptions {
  equipment: Equipment;
  workerFile: URL;
  /** a worker that owes an answer and says nothing for so long is ended */
  silentMs: number;
}

interface Job {
  source: ByteSource;
  resolve: (verdict: Verdict) => void;
  /** while the server reads for it the worker owes nothing */
  isReading: boolean;
}

/** JavaScript objects only; the engine's own memory is bounded by the size of a window. */
const MAX_HEAP_MIB = 512;

/** One worker thread and the files that it has. */
export class WorkerLink {
  /** no more files may be given to it */
  isGone = false;
  /** how often the engine has run in it */
  scans = 0;
  readonly #worker: Worker;
  readonly #jobs = new Map<number, Job>();
  readonly #watch: NodeJS.Timeout;
  #lastId = 0;
  #lastSignAt = Date.now();

  /**
   * Starts a worker and waits until its rules are compiled.
   * @throws RuleFileError
   */
  static async start(options: LinkOptions): Promise<WorkerLink> {
    const worker = new Worker(options.workerFile, {
      workerData: options.equipment,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
      execArgv: [],
    });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    worker.once('message', (first: Report) =>
      first.kind === 'unfit' ? reject(new RuleFileError(first.message)) : resolve(),
    );
    worker.on('error', reject);
    worker.on('exit', () => reject(new Error('the scanning thread ended at its start')));
    try {
      await promise;
    } catch (error) {
      await worker.terminate();
      throw error;
    }
    return new WorkerLink(worker, options.silentMs);
  }

  private constructor(worker: Worker, silentMs: number) {
    this.#worker = worker;
    worker.on('message', (report: Report) => this.#hear(report));
    worker.on('error', (error) => this.end(`the scanning thread failed: ${reasonOf(error)}`));
    worker.on('exit', () => this.end('the scanning thread ended'));
    // The process may end while a worker is idle.
    worker.unref();
    this.#watch = setInterval(() => this.#watchSilence(silentMs), Math.ceil(silentMs / 4)).unref();
  }

  get load(): number {
    return this.#jobs.size;
  }

  /** Never rejects. */
  async scan(source: ByteSource): Promise<Verdict> {
    const bytes = source.sizeBytes <= WINDOW_BYTES ? await readExactly(source, 0, source.sizeBytes) : null;
    if (this.isGone) return failed('the scanning thread ended');
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve } = Promise.withResolvers<Verdict>();
    this.#jobs.set(id, { source, resolve, isReading: false });
    this.#worker.ref();
    if (bytes === null) this.#send({ kind: 'large', id, sizeBytes: source.sizeBytes });
    else this.#send({ kind: 'whole', id, bytes });
    return promise;
  }

  /** Ends the worker; every file that it still has gets an ERROR. */
  end(reason: string): void {
    if (!this.isGone) {
      this.isGone = true;
      clearInterval(this.#watch);
      void this.#worker.terminate();
    }
    for (const job of this.#jobs.values()) job.resolve(failed(reason));
    this.#jobs.clear();
  }

  #send(order: Order): void {
    this.#lastSignAt = Date.now();
    const bytes = order.kind === 'large' ? null : order.bytes;
    this.#worker.postMessage(order, bytes === null ? [] : [bytes.buffer as ArrayBuffer]);
  }

  #hear(report: Report): void {
    this.#lastSignAt = Date.now();
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
    if (!this.isGone) this.#send({ kind: 'bytes', id, bytes: count === length ? target : null });
  }

  #watchSilence(silentMs: number): void {
    const owes = [...this.#jobs.values()].some((job) => !job.isReading);
    if (owes && Date.now() - this.#lastSignAt > silentMs) this.end('the scanning thread is silent');
  }
}
