import { setTimeout as sleep } from 'node:timers/promises';
import { databaseFailureOf } from '../platform/database/index.ts';

/** Time after which a transfer of one large file is checked again, in ms. */
export const RECHECK_MS = 5_000;
/** A running transfer waits this long for a database that is away, in ms; then it is cut. */
const OUTAGE_MS = 60_000;
const RETRY_MS = 1_000;

/** A stored content, and the file in whose name it is sent. */
export interface SentContent {
  sha256: Buffer;
  fileId: string;
}

interface TransferAccessOptions {
  contents: readonly SentContent[];
  /** throws a refusal when the access to these files has ended */
  ask: (fileIds: readonly string[]) => Promise<void>;
  recheckMs: number;
}

/**
 * The access of a running transfer (GUARD-30). It is checked before each next file, in one check for files that are
 * read together, and within a file after `recheckMs`.
 */
export class TransferAccess {
  readonly #ask: TransferAccessOptions['ask'];
  readonly #recheckMs: number;
  readonly #filesOf = new Map<string, Set<string>>();
  #current: readonly string[] = [];
  /** null before the first read, which follows the check of the request */
  #askedAt: number | null = null;

  constructor({ contents, ask, recheckMs }: TransferAccessOptions) {
    this.#ask = ask;
    this.#recheckMs = recheckMs;
    for (const { sha256, fileId } of contents) {
      const key = keyOf(sha256);
      this.#filesOf.set(key, (this.#filesOf.get(key) ?? new Set()).add(fileId));
    }
  }

  /**
   * Call it for each read, with the contents that begin in it; the bytes are sent only when it resolves.
   * @throws the refusal when the access has ended
   */
  async mustContinue(begun: readonly Buffer[]): Promise<void> {
    const files = begun.flatMap((sha256) => [...(this.#filesOf.get(keyOf(sha256)) ?? [])]);
    if (files.length > 0) this.#current = [...new Set(files)];
    const now = performance.now();
    if (this.#askedAt === null) {
      this.#askedAt = now;
      return;
    }
    if (files.length === 0 && now - this.#askedAt < this.#recheckMs) return;
    await this.#askOrWait(now);
    this.#askedAt = performance.now();
  }

  /** An outage of the database pauses the transfer, so that the client need not begin again. */
  async #askOrWait(since: number): Promise<void> {
    for (;;) {
      try {
        return await this.#ask(this.#current);
      } catch (error) {
        const isOutage = databaseFailureOf(error) !== null;
        if (!isOutage || performance.now() - since > OUTAGE_MS) throw error;
        await sleep(RETRY_MS);
      }
    }
  }
}

const keyOf = (sha256: Buffer): string => sha256.toString('base64');
