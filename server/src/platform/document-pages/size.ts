const KIB = 1024;
const UNITS = ['KB', 'MB', 'GB', 'TB'];

/** A size for display, in binary units (D-41). */
export function sizeText(bytes: number): string {
  if (bytes < KIB) return `${bytes} B`;
  let value = bytes / KIB;
  let unit = 0;
  for (; value >= KIB && unit < UNITS.length - 1; unit += 1) value /= KIB;
  return `${value.toFixed(1)} ${UNITS[unit]}`;
}
