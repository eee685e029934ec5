/** Ends the bench when a reply is wrong, because its figures are meaningless then. @throws Error */
export function must(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(`The answer is wrong: ${what}`);
}
