/** One choice of a field. */
export interface Option<Value> {
  value: Value;
  label: string;
}

/** Returns the option with the value of a text in the address, or the fallback when no option has it. */
export const valueOf = <Value extends string>(
  options: readonly Option<Value>[],
  text: string | undefined,
  fallback: Value,
): Value => options.find(({ value }) => value === text)?.value ?? fallback;
