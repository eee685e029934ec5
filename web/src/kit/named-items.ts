import { listTexts } from './list-texts.ts';

/** Describes items in a text: one item by its name, several by their number. */
export function namedItems(items: readonly { name: string }[]): string {
  const [first, ...more] = items;
  return first !== undefined && more.length === 0 ? first.name : listTexts.itemCount(items.length);
}
