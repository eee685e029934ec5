import { linesOf, type State } from './model.ts';

/**
 * The result of a comparison.
 * absent: the vault shows the acknowledged state; done: that after the operation without a reply; wrong: neither
 */
export type Verdict =
  | { kind: 'done' }
  | { kind: 'absent' }
  | { kind: 'wrong'; missing: string[]; unexpected: string[] };

/**
 * Every acknowledged change must be there; an operation without a reply must be completely done or completely absent.
 * @param found the lines that the vault shows
 * @param after the state after the operation without a reply; null when there is none
 */
export function judge(found: readonly string[], acknowledged: State, after: State | null): Verdict {
  const expected = linesOf(acknowledged);
  if (isSame(found, expected)) return { kind: 'absent' };
  if (after !== null && isSame(found, linesOf(after))) return { kind: 'done' };
  return {
    kind: 'wrong',
    missing: expected.filter((line) => !found.includes(line)),
    unexpected: found.filter((line) => !expected.includes(line)),
  };
}

const isSame = (a: readonly string[], b: readonly string[]) => a.join('\n') === b.join('\n');
