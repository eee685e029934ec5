/** Returns the height of a row of a table, in CSS pixels; 0 without rows. All rows have the same height. */
export function rowHeightOf(frame: HTMLElement | null): number {
  return frame?.querySelector<HTMLElement>('tbody tr')?.offsetHeight ?? 0;
}
