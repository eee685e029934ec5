/** How items are spoken of: by name, or how many there are. */
export function namedItems(items: readonly { name: string }[]): string {
  const [first, ...more] = items;
  return first !== undefined && more.length === 0 ? first.name : `${items.length} items`;
}
