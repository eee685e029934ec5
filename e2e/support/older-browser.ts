import type { BrowserContext } from '@playwright/test';

/**
 * What the oldest supported browsers do not have (docs/decisions/browsers.md), by the object that has it elsewhere.
 * `Element.checkVisibility` is left out, because Playwright calls it.
 */
const NEWER: Record<string, readonly string[]> = {
  AbortSignal: ['any'],
  Array: ['fromAsync'],
  'ArrayBuffer.prototype': ['resize', 'transfer', 'transferToFixedLength'],
  Intl: ['DurationFormat', 'Segmenter'],
  'Iterator.prototype': [
    'drop',
    'every',
    'filter',
    'find',
    'flatMap',
    'map',
    'reduce',
    'some',
    'take',
    'toArray',
  ],
  Map: ['groupBy'],
  'Map.prototype': ['getOrInsert', 'getOrInsertComputed'],
  Math: ['f16round', 'sumPrecise'],
  Object: ['groupBy'],
  Promise: ['try', 'withResolvers'],
  RegExp: ['escape'],
  'Set.prototype': [
    'difference',
    'intersection',
    'isDisjointFrom',
    'isSubsetOf',
    'isSupersetOf',
    'symmetricDifference',
    'union',
  ],
  'String.prototype': ['isWellFormed', 'toWellFormed'],
  Uint8Array: ['fromBase64', 'fromHex'],
  'Uint8Array.prototype': ['setFromBase64', 'setFromHex', 'toBase64', 'toHex'],
  URL: ['canParse', 'parse'],
  globalThis: ['cookieStore', 'navigation', 'requestIdleCallback', 'scheduler', 'showSaveFilePicker'],
};

function remove(newer: Record<string, readonly string[]>): void {
  for (const [path, names] of Object.entries(newer)) {
    const owner = path
      .split('.')
      .reduce<unknown>((value, name) => Reflect.get(Object(value), name), globalThis);
    for (const name of names) Reflect.deleteProperty(Object(owner), name);
  }
}

/** Removes from the pages of a context, and from their workers, what the oldest supported browsers do not have. */
export async function asOlderBrowser(context: BrowserContext): Promise<void> {
  await context.addInitScript(remove, NEWER);
  await context.route(/\.worker-[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      body: `(${remove.toString()})(${JSON.stringify(NEWER)});${await response.text()}`,
    });
  });
}
