import { Worker } from 'node:worker_threads';
import type { TextForm } from './form.ts';
import { MAX_HEAP_MIB, MAX_SECONDS } from './limits.ts';
import type { ReadOrder, ReadReport } from './worker.ts';

/** A document whose text cannot be read; the message is the reason, for the log. */
export class UnreadableText extends Error {
  override readonly name = 'UnreadableText';
}

/** A thread without work for this time is ended, so that its memory is released. */
const IDLE_MS = 20_000;

interface TextReaderOptions {
  maxSeconds?: number;
  /** the code of the thread; replaced in tests */
  workerFile?: URL;
}

/** Reads the text of documents in a separate thread, one after the other, within limits of time and memory. */
export class TextReader {
  readonly #maxMs: number;
  readonly #workerFile: URL;
  #worker: Worker | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | null = null;

  constructor({
    maxSeconds = MAX_SECONDS,
    workerFile = new URL('./worker.ts', import.meta.url),
  }: TextReaderOptions = {}) {
    this.#maxMs = maxSeconds * 1000;
    this.#workerFile = workerFile;
  }

  /**
   * @param bytes are transferred: they are empty afterwards
   * @returns at most MAX_CHARACTERS characters
   * @throws UnreadableText
   */
  async read(form: TextForm, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    const mine = this.#last.then(() => this.#readNow({ form, bytes }));
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  /** Ends the thread; a running read fails. */
  async close(): Promise<void> {
    if (this.#idle !== null) clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  async #readNow(order: ReadOrder & { bytes: Uint8Array<ArrayBuffer> }): Promise<string> {
    if (this.#idle !== null) clearTimeout(this.#idle);
    const worker = (this.#worker ??= this.#start());
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const onReport = (report: ReadReport) => {
      if ('text' in report) resolve(report.text);
      else reject(new UnreadableText(report.reason));
    };
    const onEnd = (cause?: unknown) => {
      if (this.#worker === worker) this.#worker = null;
      reject(
        new UnreadableText(`the reading thread ended${cause instanceof Error ? `: ${cause.message}` : ''}`),
      );
    };
    const timer = setTimeout(() => {
      reject(new UnreadableText('it takes too long'));
      void this.close();
    }, this.#maxMs);
    worker.once('message', onReport).once('error', onEnd).once('exit', onEnd).ref();
    try {
      worker.postMessage(order, [order.bytes.buffer]);
      return await promise;
    } finally {
      clearTimeout(timer);
      worker.off('message', onReport).off('error', onEnd).off('exit', onEnd).unref();
      this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
    }
  }

  #start(): Worker {
    const worker = new Worker(this.#workerFile, {
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
      execArgv: [],
    });
    // A failure between two documents is noticed with the next one.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = null;
    });
    return worker;
  }
}
