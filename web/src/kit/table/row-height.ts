/** Returns the height of the rows of a table, which are all equally high, in CSS pixels; 0 without rows. */
export function rowHeightOf(frame: HTMLElement | null): number {
  return frame?.querySelector<HTMLElement>('tbody tr')?.offsetHeight ?? 0;
}
