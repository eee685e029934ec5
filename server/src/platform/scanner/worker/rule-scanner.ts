import { type RuleFile, WINDOW_BYTES } from './protocol.ts';
import { type Finders, type Matches, RuleSet } from './yara.ts';

/** Separates files that are scanned together, so that a pattern cannot cross from one into the next. */
const GAP_BYTES = 16;

/** All the rules of a worker. */
export class RuleScanner {
  readonly #shipped: RuleSet;
  readonly #own: RuleSet | null;
  readonly #room = new Uint8Array(WINDOW_BYTES);
  readonly #scanned: () => void;

  /**
   * @param finders what `matchesIn` finds beside the rules
   * @param scanned called after each run of the engine
   * @throws RuleError
   */
  constructor(files: readonly RuleFile[], finders: Finders, scanned: () => void = () => undefined) {
    this.#scanned = scanned;
    const own = files.filter((file) => !file.isShipped);
    this.#shipped = new RuleSet(
      files.filter((file) => file.isShipped),
      finders,
    );
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

  /** As `ruleMatching`, with what the finders find. */
  matchesIn(bytes: Uint8Array): Matches {
    const matches = this.#scan(this.#shipped, bytes);
    return { ...matches, rule: matches.rule ?? this.#matching(this.#own, bytes) };
  }

  /**
   * As `matchesIn`, for several pieces of bytes; `hasWords` is true when one of them has a word. A scan takes about a
   * millisecond for any number of bytes, so the shipped rules scan all pieces together, and search by halves after a
   * match. Rules of the operator can use positions and sizes, so they scan each piece separately.
   * @param pieces together at most one window
   */
  matchesTogether(pieces: readonly Uint8Array[]): Matches[] {
    const [first] = pieces;
    if (first === undefined) return [];
    const joint = this.#scan(this.#shipped, pieces.length === 1 ? first : this.#joined(pieces));
    const rules = pieces.map((piece) => this.#matching(this.#own, piece));
    if (joint.rule !== null)
      for (const { index, rule } of this.#shippedMatches(pieces, 0)) rules[index] = rule;
    let end = -GAP_BYTES;
    return pieces.map((piece, index) => {
      const start = end + GAP_BYTES;
      end = start + piece.length;
      const marks = joint.marks?.filter((at) => at >= start && at < end).map((at) => at - start) ?? null;
      return { rule: rules[index] ?? null, marks, hasWords: joint.hasWords };
    });
  }

  /**
   * @param pieces together at most one window
   * @returns the name of a rule that one of the pieces matches, or null
   */
  firstRuleMatching(pieces: readonly Uint8Array[]): string | null {
    const shipped = this.#shippedMatches(pieces, 0).next();
    if (shipped.done !== true) return shipped.value.rule;
    for (const piece of pieces) {
      const rule = this.#matching(this.#own, piece);
      if (rule !== null) return rule;
    }
    return null;
  }

  /**
   * The pieces that a shipped rule matches. Pieces can match together although none of them does, because a rule can
   * require several patterns; so a match is one of a single piece.
   */
  *#shippedMatches(pieces: readonly Uint8Array[], from: number): Generator<{ index: number; rule: string }> {
    const [first] = pieces;
    if (first === undefined) return;
    const rule = this.#matching(this.#shipped, pieces.length === 1 ? first : this.#joined(pieces));
    if (rule === null) return;
    if (pieces.length === 1) yield { index: from, rule };
    else {
      const half = Math.ceil(pieces.length / 2);
      yield* this.#shippedMatches(pieces.slice(0, half), from);
      yield* this.#shippedMatches(pieces.slice(half), from + half);
    }
  }

  #matching(rules: RuleSet | null, bytes: Uint8Array): string | null {
    return rules === null ? null : this.#scan(rules, bytes).rule;
  }

  #scan(rules: RuleSet, bytes: Uint8Array): Matches {
    const matches = rules.scan(bytes);
    this.#scanned();
    return matches;
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
