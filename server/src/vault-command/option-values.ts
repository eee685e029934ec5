import { UsageError } from '../user-command/index.ts';
import type { Line } from './subcommand.ts';

/** @returns null when the option is absent */
export function textOf({ options }: Pick<Line, 'options'>, name: string): string | null {
  const value = options[name];
  return typeof value === 'string' ? value : null;
}

/**
 * @param most the highest number that is allowed
 * @returns a number from 1; null when the option is absent
 * @throws UsageError for anything else
 */
export function wholeNumberOf(line: Pick<Line, 'options'>, name: string, most: number): number | null {
  const text = textOf(line, name);
  if (text === null) return null;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > most) {
    throw new UsageError(`--${name} must be a whole number from 1 to ${most}.`);
  }
  return number;
}
