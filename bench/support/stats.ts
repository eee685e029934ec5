/** Returns the median; NaN for no values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const low = sorted[Math.ceil(middle) - 1] ?? Number.NaN;
  const high = sorted[Math.floor(middle)] ?? Number.NaN;
  return (low + high) / 2;
}

/** Returns the percentile of the values at `share` (0..1), such as 0.95; NaN for no values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Returns `median (lowest..highest)`, each formatted by `format`. */
export function spread(values: readonly number[], format: (value: number) => string): string {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return `${format(median(values))} (${format(low)}..${format(high)})`;
}

export const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
export const decimals =
  (digits: number) =>
  (value: number): string =>
    value.toFixed(digits);
