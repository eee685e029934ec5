import { appendFileSync } from 'node:fs';
import type { Operation } from './operations.ts';

/** The operations of a campaign on disk, one JSON line for each step, written before it happens. */
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

  done(number: number): void {
    this.counts.acknowledged += 1;
    this.#write({ number, step: 'acknowledged' });
  }

  unknown(number: number, error: string): void {
    this.counts.interrupted += 1;
    this.#write({ number, step: 'unknown', error });
  }

  judged(number: number, kind: 'done' | 'absent'): void {
    this.counts[kind] += 1;
    this.#write({ number, step: kind });
  }

  /** Notes what was killed, and where. */
  killed(details: object): void {
    this.#write({ step: 'killed', ...details });
  }

  #write(line: object): void {
    appendFileSync(this.#file, `${JSON.stringify({ at: new Date().toISOString(), ...line })}\n`);
  }
}
