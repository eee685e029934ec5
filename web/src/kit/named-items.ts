import { listTexts } from './list-texts.ts';

/** Returns a description of items: the name of a single item, or the number of several items. */
export function namedItems(items: readonly { name: string }[]): string {
  const [first, ...more] = items;
  return first !== undefined && more.length === 0 ? first.name : listTexts.itemCount(items.length);
}
