/** One figure of a bench, for the comparison of all benches. */
export interface Headline {
  /** what was measured, such as 'upload of 1 GiB' */
  work: string;
  unit: string;
  better: 'higher' | 'lower';
  /** one value per round */
  values: readonly number[];
  /** the program for comparison, measured in the same rounds */
  reference?: { name: string; values: readonly number[] };
  /** the goal in the unit, or as a share of the reference */
  goal: { value: number } | { share: number };
}

/** Whether a value reaches a goal. @param reference the median of the reference; null without one */
export function reaches({ better, goal }: Headline, value: number, reference: number | null): boolean {
  const wanted = 'value' in goal ? goal.value : goal.share * (reference ?? Number.NaN);
  return better === 'higher' ? value >= wanted : value <= wanted;
}
