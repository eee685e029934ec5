import type { Client } from '../support/client.ts';
import { Random } from '../support/random.ts';
import { foundLines, hashOf, type FoundItem } from './found.ts';
import type { Journal } from './journal.ts';
import { emptyState, linesOf, type State } from './model.ts';
import { nextOperation, type Operation } from './operations.ts';

/** An operation whose outcome is unknown: the connection was lost, or the vault was not available. */
interface Unknown {
  number: number;
  operation: Operation;
  error: string;
}

/** One client that changes its own folder, and knows what the vault must contain of it. */
export class Worker {
  readonly top: string;
  readonly #random: Random;
  readonly #journal: Journal;
  #state: State;
  #names = 0;
  #unknown: Unknown | null = null;
  /** the hash of the bytes of versions that were read before */
  readonly #read = new Map<string, string>();

  constructor({ seed, number, journal }: { seed: number; number: number; journal: Journal }) {
    this.top = `worker-${number}`;
    this.#random = new Random(seed, number);
    this.#journal = journal;
    this.#state = emptyState(this.top);
  }

  /** Makes one change. @returns false when its outcome is unknown: the worker then stops until `judge` */
  async step(client: Client): Promise<boolean> {
    const operation = nextOperation({
      state: this.#state,
      random: this.#random,
      top: this.top,
      freshName: (suffix = '') => {
        this.#names += 1;
        return `n${this.#names}${suffix}`;
      },
    });
    const number = this.#journal.sent(this.top, operation);
    try {
      await operation.run(client);
    } catch (error) {
      this.#unknown = { number, operation, error: String(error) };
      this.#journal.unknown(number, String(error));
      return false;
    }
    this.#journal.done(number);
    this.#state = operation.after;
    return true;
  }

  /**
   * Compares what the vault shows with the acknowledged state, or with that after the operation of unknown outcome.
   * @param everything reads all bytes again, not only those of new versions
   * @returns what is wrong; null when nothing is
   */
  async judge(client: Client, { everything }: { everything: boolean }): Promise<object | null> {
    if (everything) this.#read.clear();
    const found = await foundLines(client, this.top, (item) => this.#hash(client, item));
    const verdict = judge(found, this.#state, this.#unknown?.operation.after ?? null);
    if (this.#unknown !== null && verdict.kind !== 'wrong') {
      this.#journal.judged(this.#unknown.number, verdict.kind);
    }
    if (verdict.kind === 'wrong') return { ...verdict, unknown: this.#unknown && about(this.#unknown) };
    if (verdict.kind === 'done' && this.#unknown !== null) this.#state = this.#unknown.operation.after;
    this.#unknown = null;
    return null;
  }

  get hasUnknown(): boolean {
    return this.#unknown !== null;
  }

  async #hash(client: Client, item: FoundItem): Promise<string> {
    const key = item.versionId ?? item.sfid;
    const hash = this.#read.get(key) ?? (await hashOf(client, item));
    this.#read.set(key, hash);
    return hash;
  }
}

const about = ({ number, operation, error }: Unknown) => ({
  number,
  name: operation.name,
  about: operation.about,
  error,
});

export type Verdict =
  | { kind: 'done' }
  | { kind: 'absent' }
  | { kind: 'wrong'; missing: string[]; unexpected: string[] };

/**
 * What was acknowledged must be there; an operation of unknown outcome must be wholly done or wholly absent.
 * @param found the lines that the vault shows
 * @param after the state after the operation of unknown outcome; null when there is none
 */
export function judge(found: readonly string[], acknowledged: State, after: State | null): Verdict {
  const isSame = (lines: readonly string[]) => lines.join('\n') === found.join('\n');
  if (isSame(linesOf(acknowledged))) return { kind: 'absent' };
  if (after !== null && isSame(linesOf(after))) return { kind: 'done' };
  const expected = linesOf(acknowledged);
  return {
    kind: 'wrong',
    missing: expected.filter((line) => !found.includes(line)),
    unexpected: found.filter((line) => !expected.includes(line)),
  };
}
