import type { Ability } from '@vault/contract';

/** The data of a person that a form or a line of a file has. */
export interface PersonData {
  name: string;
  email: string;
  permissions: readonly Ability[];
  /** ids */
  records: readonly string[];
}

/** Whether two lists without repetitions have the same words. */
export const isSameSet = (a: readonly string[], b: readonly string[]): boolean =>
  new Set([...a, ...b]).size === a.length && a.length === b.length;
