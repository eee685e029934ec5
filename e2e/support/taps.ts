import type { Locator, Page } from '@playwright/test';

/** Counts taps on a phone; typing is not counted. */
export function countTaps() {
  let taps = 0;
  return {
    /** A tap on the link in a mail, which opens its page. */
    followLink: async (page: Page, url: string) => {
      taps += 1;
      await page.goto(url);
    },
    tap: async (target: Locator) => {
      taps += 1;
      await target.tap();
    },
    /** A tap outside of the page, such as the shutter of the camera. */
    tapOutside: () => {
      taps += 1;
    },
    count: () => taps,
  };
}
