import * as z from 'zod';

/** The shortest and the longest allowed length, both included. */
interface Lengths {
  min?: number;
  max: number;
}
type Payload = Parameters<NonNullable<z.core.$ZodCheckDef['when']>>[0];

const isText = ({ value }: Payload) => typeof value === 'string';
const isList = ({ value }: Payload) => Array.isArray(value);

/**
 * A string with a bounded length in characters (code points). Every bounded string of the contract uses this instead of
 * zod's `.min()` and `.max()`: those run on any value that has a `length`, even after the type check has failed, and
 * throw when they compare an object (SAFE-27).
 */
export const boundedText = (lengths: Lengths) => z.string().check(...lengthChecks(lengths, isText));

/** A list with a bounded number of items; see `boundedText` (SAFE-27). */
export const boundedList = <T extends z.ZodType>(item: T, lengths: Lengths) =>
  z.array(item).check(...lengthChecks(lengths, isList));

function lengthChecks({ min, max }: Lengths, when: (payload: Payload) => boolean) {
  const longest = new z.core.$ZodCheckMaxLength({ check: 'max_length', maximum: max, when });
  if (min === undefined) return [longest];
  return [new z.core.$ZodCheckMinLength({ check: 'min_length', minimum: min, when }), longest];
}
