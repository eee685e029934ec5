import { appendFileSync } from 'node:fs';
import type { Operation } from './operations.ts';

/** Writes the steps of a campaign to a file, one JSON line each. An operation is written before it is sent. */
export class Journal {
  readonly #file: string;
  #number = 0;
  readonly counts = { sent: 0, acknowledged: 0, interrupted: 0, done: 0, absent: 0 };

  constructor(file: string) {
    this.#file = file;
  }

  /** @returns the number of the operation */
  sent(worker: string, { name, about }: Operation): number {
    this.#number += 1;
    this.counts.sent += 1;
    this.#write({ number: this.#number, step: 'sent', worker, name, about });
    return this.#number;
  }

  acknowledged(number: number): void {
    this.counts.acknowledged += 1;
    this.#write({ number, step: 'acknowledged' });
  }

  /** An operation got no reply of success. */
  interrupted(number: number, error: string): void {
    this.counts.interrupted += 1;
    this.#write({ number, step: 'interrupted', error });
  }

  /** The vault shows an interrupted operation completely, or not at all. */
  judged(number: number, kind: 'done' | 'absent'): void {
    this.counts[kind] += 1;
    this.#write({ number, step: kind });
  }

  /** @param details what was killed, and when */
  killed(details: object): void {
    this.#write({ step: 'killed', ...details });
  }

  /** @param details what begins to fail */
  fault(details: object): void {
    this.#write({ step: 'fault', ...details });
  }

  #write(line: object): void {
    appendFileSync(this.#file, `${JSON.stringify({ at: new Date().toISOString(), ...line })}\n`);
  }
}
