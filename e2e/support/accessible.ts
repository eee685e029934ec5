import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * How much of what is to be seen is on its way in or out: what is only half there has other colours. What moves without
 * an end, such as a spinner, does not count, nor what stays as its motion has left it.
 */
const MOTIONS = `document.getAnimations().filter(
    ({ playState, effect }) => playState === 'running' && effect.getComputedTiming().endTime < Infinity,
  ).length
  + [...document.querySelectorAll('[class*="-enter-start"],[class*="-enter-active"],[class*="-appear-start"],[class*="-appear-active"],[class*="-leave-start"],[class*="-leave-active"]')]
    .filter((box) => box.checkVisibility({ visibilityProperty: true })).length`;

/** What the page shows now meets WCAG 2.2 AA as far as a tool can tell. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate<number>(MOTIONS), 'motions').toBe(0);
  // Pages of documents are in frames that run no scripts, axe's neither.
  const hasPage = (await page.locator('iframe[sandbox=""]').count()) > 0;
  const axe = new AxeBuilder({ page })
    .setLegacyMode(hasPage)
    .options({ iframes: !hasPage })
    .withTags(WCAG_22_AA);
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ html }) => html),
  }));
  expect(found, 'accessibility').toEqual([]);
}
