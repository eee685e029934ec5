import { expect, type Page } from '@playwright/test';

/** A phone, and the windows that every screen must fit (USE-46). */
const WINDOWS = [
  { width: 390, height: 844 },
  { width: 1050, height: 480 },
  { width: 1366, height: 650 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
] as const;

/** Returns how far the page can be scrolled horizontally, in CSS pixels. */
export const overflow = (page: Page) =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/**
 * Expects a page to need no horizontal scrolling in any window, and takes pictures of it there, in the dark theme and
 * in forced colours. It ends in the largest window with the light theme.
 */
export async function expectFitsEveryWindow(
  page: Page,
  name: string,
  picture: (name: string) => Promise<void>,
): Promise<void> {
  for (const { width, height } of WINDOWS) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => overflow(page), `at ${width}`).toBe(0);
    await picture(`${name}-${width}`);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await picture(`${name}-dark`);
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
  await picture(`${name}-forced-colours`);
  await page.emulateMedia({ forcedColors: 'none' });
}
