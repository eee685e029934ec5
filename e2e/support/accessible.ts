import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * How much of the page is on its way in or out: what is only half there has other colours. What moves without an end,
 * such as a spinner, does not count.
 */
const MOTIONS = `document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime < Infinity).length
  + document.querySelectorAll(['appear', 'enter', 'leave'].map((step) => '[class*="-' + step + '-prepare"],'
  + '[class*="-' + step + '-start"],[class*="-' + step + '-active"]').join()).length`;

/** What the page shows now meets WCAG 2.2 AA as far as a tool can tell. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate<number>(MOTIONS), 'motions').toBe(0);
  const { violations } = await new AxeBuilder({ page }).withTags(WCAG_22_AA).analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ html }) => html),
  }));
  expect(found, 'accessibility').toEqual([]);
}
