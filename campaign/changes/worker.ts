import type { Client } from '../support/client.ts';
import { Random } from '../support/random.ts';
import { foundLines, hashOf, type FoundItem } from './found.ts';
import type { Journal } from './journal.ts';
import { emptyState, type State } from './model.ts';
import { nextOperation, type Operation } from './operations.ts';
import { judge } from './verdict.ts';

/** An operation without a reply of success: the connection was lost, or the vault was not available. */
interface Interrupted {
  number: number;
  operation: Operation;
  error: string;
}

/** What a report says of an interrupted operation. */
export interface InterruptedChange extends Pick<Operation, 'name' | 'about'> {
  number: number;
  /** what the client got instead of a reply of success */
  error: string;
}

/** A client that changes its own folder, and knows what the vault must show of it. */
export class Worker {
  /** the path of its folder */
  readonly top: string;
  readonly #random: Random;
  readonly #journal: Journal;
  #state: State;
  #nameCount = 0;
  #interrupted: Interrupted | null = null;
  /** the hashes of the versions that were read before, by the id of the version */
  readonly #hashes = new Map<string, string>();

  constructor({ seed, number, journal }: { seed: number; number: number; journal: Journal }) {
    this.top = `worker-${number}`;
    this.#random = new Random(seed, number);
    this.#journal = journal;
    this.#state = emptyState(this.top);
  }

  /** Makes changes until an operation is interrupted. The next call of `verify` decides whether it was done. */
  async workWhile(mayContinue: () => boolean, client: Client): Promise<void> {
    while (this.#interrupted === null && mayContinue()) await this.#changeOnce(client);
  }

  async #changeOnce(client: Client): Promise<void> {
    const { top } = this;
    const freshName = (suffix = '') => this.#freshName(suffix);
    const operation = nextOperation({ state: this.#state, random: this.#random, top, freshName });
    const number = this.#journal.sent(top, operation);
    try {
      await operation.run(client);
    } catch (error) {
      this.#interrupted = { number, operation, error: String(error) };
      this.#journal.interrupted(number, String(error));
      return;
    }
    this.#journal.acknowledged(number);
    this.#state = operation.after;
  }

  #freshName(suffix: string): string {
    this.#nameCount += 1;
    return `n${this.#nameCount}${suffix}`;
  }

  /** The operation that got no reply of success since the last call of `verify`. */
  get interrupted(): InterruptedChange | null {
    return this.#interrupted === null ? null : detailsOf(this.#interrupted);
  }

  /**
   * Compares what the vault shows with the acknowledged state, and with the state after the interrupted operation.
   * @param rereadAll reads the bytes of all files again, not only those of new versions
   * @returns what is wrong; null when nothing is
   */
  async verify(client: Client, { rereadAll }: { rereadAll: boolean }): Promise<object | null> {
    if (rereadAll) this.#hashes.clear();
    const interrupted = this.#interrupted;
    const found = await foundLines(client, this.top, (item) => this.#hashOf(client, item));
    const verdict = judge(found, this.#state, interrupted?.operation.after ?? null);
    if (verdict.kind === 'wrong') return { ...verdict, interrupted: interrupted && detailsOf(interrupted) };
    if (interrupted !== null) {
      this.#journal.judged(interrupted.number, verdict.kind);
      if (verdict.kind === 'done') this.#state = interrupted.operation.after;
    }
    this.#interrupted = null;
    return null;
  }

  async #hashOf(client: Client, item: FoundItem): Promise<string> {
    const key = item.versionId ?? item.sfid;
    const hash = this.#hashes.get(key) ?? (await hashOf(client, item));
    this.#hashes.set(key, hash);
    return hash;
  }
}

const detailsOf = ({ number, operation: { name, about }, error }: Interrupted): InterruptedChange => ({
  number,
  name,
  about,
  error,
});
