import { median } from './stats.ts';

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

/** The median beside the goal: 1 and more reaches it. */
export function shareOf({ better, goal, values, reference }: Headline): number {
  const value = median(values);
  const wanted = 'value' in goal ? goal.value : goal.share * median(reference?.values ?? []);
  return better === 'higher' ? value / wanted : wanted / value;
}
