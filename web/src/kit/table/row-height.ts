/** The height of the rows of a table, all of which are equally high, in CSS pixels; 0 without any. */
export function rowHeightOf(frame: HTMLElement | null): number {
  return frame?.querySelector<HTMLElement>('tbody tr')?.offsetHeight ?? 0;
}
