/** Ends the bench: a figure of a wrong answer is worth nothing. */
export function must(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(`The answer is wrong: ${what}`);
}
