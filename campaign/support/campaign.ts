import type { ParseArgsConfig } from 'node:util';

/** The values of a command line. */
export type Values = Readonly<Record<string, string | boolean | undefined>>;

/** One campaign of `npm run campaign`. */
export interface Campaign {
  /** one line for the list of campaigns */
  about: string;
  options: NonNullable<ParseArgsConfig['options']>;
  /** Runs it and publishes its report. */
  run: (seed: number, values: Values) => Promise<void>;
}

/** @returns the whole number of an option @throws Error when it is none */
export function numberOf(values: Values, name: string, otherwise: number): number {
  const value = values[name];
  if (value === undefined) return otherwise;
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`--${name} must be a whole number`);
  return number;
}
