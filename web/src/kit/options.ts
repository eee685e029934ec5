/** One choice of a field. */
export interface Option<Value> {
  value: Value;
  label: string;
}

/** @returns the value for a text of the address; the fallback when it is not among the options */
export const valueOf = <Value extends string>(
  options: readonly Option<Value>[],
  text: string | undefined,
  fallback: Value,
): Value => options.find(({ value }) => value === text)?.value ?? fallback;
