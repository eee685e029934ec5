/**
 * Returns how many rows were added above the visible part; negative when rows were removed.
 * @param top index of the first visible row, before the change
 */
export function rowsAddedAbove(before: readonly string[], after: readonly string[], top: number): number {
  const positions = new Map(after.map((id, index) => [id, index]));
  for (let index = top; index < before.length; index += 1) {
    const position = positions.get(before[index] ?? '');
    if (position !== undefined) return position - index;
  }
  return 0;
}
