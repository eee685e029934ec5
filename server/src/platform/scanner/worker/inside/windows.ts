import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ByteSource } from '../../../zip/index.ts';
import { OVERLAP_BYTES, WINDOW_BYTES } from '../protocol.ts';
import type { RuleScanner } from '../rule-scanner.ts';
import { UnscannableError } from './budget.ts';

/** Scans bytes of any length, window by window; the next one is read during the scan of one. */
export async function ruleMatchingSource(
  source: ByteSource,
  ruleScanner: RuleScanner,
): Promise<string | null> {
  const { sizeBytes } = source;
  const length = Math.min(WINDOW_BYTES, sizeBytes);
  let current = new Uint8Array(length);
  let other = sizeBytes > length ? new Uint8Array(length) : current;
  let fetched = fetchWindow(source, current, 0);
  for (let start = 0; ; start += WINDOW_BYTES - OVERLAP_BYTES) {
    const window = await fetched;
    const isLast = start + window.length >= sizeBytes;
    if (!isLast) fetched = fetchWindow(source, other, start + WINDOW_BYTES - OVERLAP_BYTES);
    const rule = ruleScanner.ruleMatching(window);
    if (rule !== null || isLast) {
      // A source allows one call at a time, so this read must end before the next reader starts.
      await fetched.catch(() => {});
      return rule;
    }
    [current, other] = [other, current];
    await nextTurn();
  }
}

function fetchWindow(source: ByteSource, room: Uint8Array, start: number): Promise<Uint8Array> {
  const wanted = room.subarray(0, source.sizeBytes - start);
  const window = source.readAt(wanted, start).then((count) => {
    if (count !== wanted.length) throw new UnscannableError('the bytes end before their length');
    return wanted;
  });
  // It is awaited one turn later.
  window.catch(() => {});
  return window;
}

/** Passes bytes of any length on, and scans them window by window. @throws RuleFound */
export async function* scannedStream(
  stream: AsyncIterable<Uint8Array>,
  ruleScanner: RuleScanner,
): AsyncGenerator<Uint8Array> {
  const window = new Uint8Array(WINDOW_BYTES);
  let filled = 0;
  for await (const bytes of stream) {
    for (let taken = 0; taken < bytes.length;) {
      const next = bytes.subarray(taken, taken + window.length - filled);
      window.set(next, filled);
      filled += next.length;
      taken += next.length;
      if (filled < window.length) continue;
      throwIfFound(ruleScanner.ruleMatching(window));
      window.copyWithin(0, window.length - OVERLAP_BYTES);
      filled = OVERLAP_BYTES;
      await nextTurn();
    }
    yield bytes;
  }
  throwIfFound(ruleScanner.ruleMatching(window.subarray(0, filled)));
}

/** A rule matches; ends the inspection of a file. */
export class RuleFound extends Error {
  override readonly name = 'RuleFound';
  readonly rule: string;

  constructor(rule: string) {
    super(`${rule} matches`);
    this.rule = rule;
  }
}

/** @param rule null: no rule matches */
export function throwIfFound(rule: string | null): void {
  if (rule !== null) throw new RuleFound(rule);
}
