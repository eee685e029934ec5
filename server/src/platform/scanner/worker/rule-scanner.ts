import { type RuleFile, WINDOW_BYTES } from './protocol.ts';
import { RuleSet } from './yara.ts';

/** Separates files that are scanned together, so that a pattern cannot cross from one into the next. */
const GAP_BYTES = 16;

/** All the rules of a worker. */
export class RuleScanner {
  readonly #shipped: RuleSet;
  readonly #own: RuleSet | null;
  readonly #room = new Uint8Array(WINDOW_BYTES);
  readonly #scanned: () => void;

  /**
   * @param scanned called after each run of the engine
   * @throws RuleError
   */
  constructor(files: readonly RuleFile[], scanned: () => void = () => undefined) {
    this.#scanned = scanned;
    const own = files.filter((file) => !file.isShipped);
    this.#shipped = new RuleSet(files.filter((file) => file.isShipped));
    this.#own = own.length === 0 ? null : new RuleSet(own);
  }

  get scans(): number {
    return this.#shipped.scans + (this.#own?.scans ?? 0);
  }

  /** To be called by other long work than scans. */
  reportAlive(): void {
    this.#scanned();
  }

  /** @returns the name of a rule that these bytes match, or null */
  ruleMatching(bytes: Uint8Array): string | null {
    return this.#matching(this.#shipped, bytes) ?? this.#matching(this.#own, bytes);
  }

  /**
   * The same for several pieces of bytes. A scan takes some milliseconds for any number of bytes, so the shipped rules
   * scan all pieces together; only after a match, each piece is scanned separately. Rules of the operator can use
   * positions and sizes, so they scan each piece separately.
   * @param pieces together at most one window
   */
  rulesMatching(pieces: readonly Uint8Array[]): (string | null)[] {
    const [first] = pieces;
    if (first === undefined) return [];
    if (pieces.length === 1) return [this.ruleMatching(first)];
    const isClean = this.#matching(this.#shipped, this.#joined(pieces)) === null;
    return pieces.map((piece) => (isClean ? this.#matching(this.#own, piece) : this.ruleMatching(piece)));
  }

  #matching(rules: RuleSet | null, bytes: Uint8Array): string | null {
    if (rules === null) return null;
    const rule = rules.ruleMatching(bytes);
    this.#scanned();
    return rule;
  }

  #joined(pieces: readonly Uint8Array[]): Uint8Array {
    let end = 0;
    for (const piece of pieces) {
      if (end > 0) {
        this.#room.fill(0, end, end + GAP_BYTES);
        end += GAP_BYTES;
      }
      this.#room.set(piece, end);
      end += piece.length;
    }
    return this.#room.subarray(0, end);
  }
}

/** Whether one more piece fits a group of `count` pieces and `bytes` bytes. */
export const fitsTogether = (bytes: number, count: number, more: number) =>
  bytes + more + (count + 1) * GAP_BYTES <= WINDOW_BYTES / 2;
