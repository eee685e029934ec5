import { type ChildProcess, spawn } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { startRunningLimit } from '../running-limit.ts';
import { killGroup } from '../sandbox/index.ts';
import { ReaderBusy, UnreadableDocument } from './errors.ts';
import { type Frame, readFrames, writeFrame } from './frames.ts';
import type { DocumentPage } from './page.ts';
import { lowerPriority } from './priority.ts';
import { MAX_HEAD_BYTES, MAX_PAGE_BYTES } from './limits.ts';
import { cpuSeconds, processesOf, residentBytes, type UseLimits, watchUse } from './memory.ts';
import { type ReadOrder, readReplySchema } from './protocol.ts';

export interface ProcessLimits extends UseLimits {
  /**
   * wall-clock time, also while other processes use the cores, but not while this process is frozen; `maxCpuMs` counts
   * it too if the system shows no CPU time
   */
  timeoutMs: number;
}

const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC' };
const START_TIMEOUT_MS = 20_000;
const MAX_OUTPUT = 2000;

/** One reader process. It reads one document at a time, and ends after its own failure. */
export class ReaderProcess {
  readonly #child: ChildProcess;
  readonly #channel: Duplex;
  readonly #frames: AsyncGenerator<Frame>;
  readonly #exited: Promise<void>;
  readonly #niceness: number;
  /** why the process has ended; null while it runs */
  #failure: UnreadableDocument | null = null;
  /** reject what waits for the process */
  readonly #waiting = new Set<(failure: UnreadableDocument) => void>();
  #pids: number[] = [];
  #reason: string | null = null;
  #output = '';

  /** @param command starts the process, sandbox included; @param niceness 0 to 19 */
  constructor(command: readonly string[], { niceness }: { niceness: number }) {
    this.#niceness = niceness;
    const [program = '', ...args] = command;
    this.#child = spawn(program, args, {
      cwd: '/',
      env: ENVIRONMENT,
      detached: process.platform !== 'win32',
      windowsHide: true,
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    });
    const { stderr, stdio } = this.#child;
    stderr?.on('data', (piece: Buffer) => {
      this.#output = (this.#output + piece.toString()).slice(0, MAX_OUTPUT);
    });
    this.#channel = stdio[3] as unknown as Duplex;
    // A broken channel means the end of the process, which `exit` reports.
    this.#channel.on('error', () => undefined);
    this.#frames = readFrames(this.#channel, {
      maxHeadBytes: MAX_HEAD_BYTES,
      maxBodyBytes: MAX_PAGE_BYTES,
    });
    const exited = Promise.withResolvers<void>();
    this.#exited = exited.promise;
    const end = (how: string) => {
      this.kill('the reader process ended');
      this.#channel.destroy();
      exited.resolve();
      const failure = new UnreadableDocument(`${this.#reason ?? ''} (${how}) ${this.#output}`.trim());
      this.#failure ??= failure;
      for (const reject of this.#waiting) reject(failure);
    };
    this.#child.once('error', (error) => end(error.message));
    this.#child.once('exit', (code, signal) => end(`${code ?? signal}`));
  }

  get hasEnded(): boolean {
    return this.#reason !== null;
  }

  /** Resident memory in bytes; 0 where the system does not show it. */
  get residentBytes(): number {
    return residentBytes(this.#pids);
  }

  /** CPU time used; 0 where the system does not show it. */
  get cpuSeconds(): number {
    return cpuSeconds(this.#pids);
  }

  /**
   * Resolves when the process accepts documents.
   * @throws ReaderBusy when it cannot be started
   */
  async start(): Promise<void> {
    const endLimit = startRunningLimit(START_TIMEOUT_MS, () =>
      this.kill('the reader process did not start in time'),
    );
    try {
      await this.#nextFrame();
      this.#pids = processesOf(this.#child.pid ?? 0);
      if (this.#niceness > 0) this.#lowerPriority();
    } catch (error) {
      this.kill('the reader process did not start');
      throw new ReaderBusy(String(error));
    } finally {
      endLimit();
    }
  }

  #lowerPriority(): void {
    // If the system does not show the processes, only the started one is known: the sandbox or the reader.
    const pids = this.#pids.length > 0 ? this.#pids : [this.#child.pid ?? 0];
    for (const pid of pids) lowerPriority(pid, this.#niceness);
  }

  /** @throws UnreadableDocument; the process has ended when it exceeded a limit, crashed or sent an invalid reply */
  async read(order: ReadOrder, document: Uint8Array, limits: ProcessLimits): Promise<DocumentPage> {
    const timeoutMs = this.#pids.length > 0 ? limits.timeoutMs : limits.maxCpuMs;
    const endLimit = startRunningLimit(timeoutMs, () => this.kill('it takes too long'));
    const endWatch = watchUse(this.#pids, limits, (reason) => this.kill(reason));
    try {
      const sent = writeFrame(this.#channel, order, document);
      const [{ head, body }] = await Promise.all([this.#nextFrame(), this.#orEnd(sent)]);
      const reply = readReplySchema.safeParse(head);
      if (!reply.success) {
        this.kill('the reader process sent nonsense');
        return await this.#untilEnd();
      }
      if ('reason' in reply.data) throw new UnreadableDocument(reply.data.reason);
      return { mediaType: reply.data.mediaType, bytes: body };
    } finally {
      endLimit();
      endWatch();
    }
  }

  /** Kills the process and its child processes. The first reason is kept. */
  kill(reason: string): void {
    this.#reason ??= reason;
    killGroup(this.#child.pid);
    this.#child.kill('SIGKILL');
  }

  /** Resolves when the process has exited. */
  async end(): Promise<void> {
    this.kill('it was ended');
    await this.#exited;
  }

  async #nextFrame(): Promise<Frame> {
    const next = this.#frames.next().catch((error: unknown) => {
      this.kill(String(error));
      return this.#untilEnd();
    });
    const result = await this.#orEnd(next);
    if (result.done !== true) return result.value;
    this.kill('the reader process closed its channel');
    return this.#untilEnd();
  }

  /**
   * Waits for work, or for the end of the process. A `Promise.race` with a promise that lives as long as the process
   * would keep the result of every race, and so every page, until the process ends.
   * @throws UnreadableDocument when the process ends before
   */
  async #orEnd<T>(work: Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    work.then(resolve, reject);
    if (this.#failure === null) this.#waiting.add(reject);
    else reject(this.#failure);
    try {
      return await promise;
    } finally {
      this.#waiting.delete(reject);
    }
  }

  /** @throws UnreadableDocument, always */
  #untilEnd(): Promise<never> {
    return this.#orEnd(Promise.withResolvers<never>().promise);
  }
}
