/** What a field offers to choose. */
export interface Option<Value> {
  value: Value;
  label: string;
}

/** @returns the value that a text of the address is; the fallback when it is none that is offered */
export const valueOf = <Value extends string>(
  options: readonly Option<Value>[],
  text: string | undefined,
  fallback: Value,
): Value => options.find(({ value }) => value === text)?.value ?? fallback;
