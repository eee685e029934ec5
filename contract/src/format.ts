const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/**
 * Formats a size with one decimal, base 1024: '0.0 bytes', '12.0 bytes', '1.5 KB', '20.0 MB' (contract section 1).
 * @param bytes a whole number of bytes, 0 or more
 */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  // 1023.95 would be rounded to 1024.0, so it is shown in the next unit.
  while (value >= 1023.95 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value.toFixed(1)} ${UNITS[unit]}`;
}

/** UI-09: returns the first letters of the first two words, in upper case. */
export function initials(name: string): string {
  return name
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 2)
    .map((word) => word[0]?.toUpperCase() ?? '')
    .join('');
}
