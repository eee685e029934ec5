import { setImmediate as nextTurn } from 'node:timers/promises';
import { freeBytes } from '../../../memory/index.ts';
import type { ByteSource } from '../../../zip/index.ts';
import { OVERLAP_BYTES, WINDOW_BYTES } from '../protocol.ts';
import type { RuleScanner } from '../rule-scanner.ts';
import { MAX_MEMBERS, UnscannableError } from './budget.ts';
import { containersAt, type EmbeddedFormat, embeddedIn, zipEndsIn } from './formats.ts';

/** What the scan of a large source found. */
export interface SourceScan {
  /** the name of a rule that matches; null: none */
  rule: string | null;
  /** containers that begin in the source, in order */
  formats: EmbeddedFormat[];
  /** positions of end records of ZIPs, in order */
  zipEnds: number[];
  /** whether text in another form can be in it (mail-bodies.ts) */
  hasTextCodes: boolean;
}

/**
 * Scans bytes of any length, window by window; the next one is read during the scan of one. In the same pass it looks
 * for containers, so that an inspection need not read the bytes again.
 */
export async function scanSource(source: ByteSource, ruleScanner: RuleScanner): Promise<SourceScan> {
  const { sizeBytes } = source;
  const length = Math.min(WINDOW_BYTES, sizeBytes);
  const found: SourceScan = { rule: null, formats: [], zipEnds: [], hasTextCodes: false };
  let current = new Uint8Array(length);
  let other = sizeBytes > length ? new Uint8Array(length) : current;
  let fetched = fetchWindow(source, current, 0);
  for (let start = 0; ; start += WINDOW_BYTES - OVERLAP_BYTES) {
    const window = await fetched;
    const isLast = start + window.length >= sizeBytes;
    if (!isLast) fetched = fetchWindow(source, other, start + WINDOW_BYTES - OVERLAP_BYTES);
    scanWindow(found, { window, start, isLast }, ruleScanner);
    if (found.rule !== null || isLast) {
      // A source allows one call at a time, so this read must end before the next reader starts.
      await fetched.catch(() => {});
      [current, other].forEach(freeBytes);
      return found;
    }
    [current, other] = [other, current];
    await nextTurn();
  }
}

/** Adds what one window has. What begins in the overlap belongs to the next window. */
function scanWindow(
  found: SourceScan,
  { window, start, isLast }: { window: Uint8Array; start: number; isLast: boolean },
  ruleScanner: RuleScanner,
): void {
  const { rule, marks, hasWords } = ruleScanner.matchesIn(window);
  found.rule = rule;
  found.hasTextCodes ||= hasWords;
  const bytes = Buffer.from(window.buffer, window.byteOffset, window.length);
  const to = isLast ? window.length : WINDOW_BYTES - OVERLAP_BYTES;
  const { formats, zipEnds } = marks === null ? searched(bytes, to) : containersAt(bytes, marks);
  for (const { format, at } of formats) if (at < to) found.formats.push({ format, at: start + at });
  for (const at of zipEnds) if (at < to) found.zipEnds.push(start + at);
  // An inspection with more containers fails, so more are not kept.
  for (const list of [found.formats, found.zipEnds]) list.splice(MAX_MEMBERS + 1);
}

/** For bytes with so many marks that the engine does not return all of them. */
const searched = (bytes: Buffer, to: number) => ({
  formats: limited(embeddedIn(bytes, { from: 0, to })),
  zipEnds: limited(zipEndsIn(bytes, { from: 0, to })),
});

function* limited<T>(found: Iterable<T>): Generator<T> {
  let count = 0;
  for (const one of found) {
    yield one;
    count += 1;
    if (count > MAX_MEMBERS) return;
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
  const rule = ruleScanner.ruleMatching(window.subarray(0, filled));
  freeBytes(window);
  throwIfFound(rule);
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
