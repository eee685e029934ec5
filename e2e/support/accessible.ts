import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * The number of running animations of visible elements: half-transparent elements have other colours. Endless
 * animations, such as a spinner, and finished ones do not count.
 */
const MOTIONS = `document.getAnimations().filter(
    ({ playState, effect }) => playState === 'running' && effect.getComputedTiming().endTime < Infinity,
  ).length
  + [...document.querySelectorAll('[class*="-enter-start"],[class*="-enter-active"],[class*="-appear-start"],[class*="-appear-active"],[class*="-leave-start"],[class*="-leave-active"]')]
    .filter((box) => box.checkVisibility({ visibilityProperty: true })).length`;

const ARE_COLOURS_FORCED = "matchMedia('(forced-colors: active)').matches";

/**
 * axe reads the colour of a text from -webkit-text-fill-color, for which Chromium does not compute the forced colour.
 * This script makes axe read `color`, for which Chromium does.
 */
const READ_FORCED_COLOUR = `{
  const style = CSSStyleDeclaration.prototype;
  window.originalPropertyValue = style.getPropertyValue;
  style.getPropertyValue = function (name) {
    return window.originalPropertyValue.call(this, name === '-webkit-text-fill-color' ? 'color' : name);
  };
}`;
const READ_ANY_COLOUR = 'CSSStyleDeclaration.prototype.getPropertyValue = window.originalPropertyValue';

/**
 * Expects the current page to meet WCAG 2.2 AA as far as axe can check it, also with the forced colours of an
 * operating system (issue 11).
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolation(page, 'accessibility');
  const areForced = await page.evaluate<boolean>(ARE_COLOURS_FORCED);
  await page.emulateMedia({ forcedColors: 'active' });
  await page.evaluate(READ_FORCED_COLOUR);
  await expectNoViolation(page, 'accessibility in forced colours');
  await page.evaluate(READ_ANY_COLOUR);
  if (!areForced) await page.emulateMedia({ forcedColors: 'none' });
  await expect.poll(() => page.evaluate<boolean>(ARE_COLOURS_FORCED)).toBe(areForced);
}

async function expectNoViolation(page: Page, what: string): Promise<void> {
  await expect.poll(() => page.evaluate<number>(MOTIONS), 'motions').toBe(0);
  // Document previews are in sandboxed frames that run no scripts, including those of axe.
  const hasPage = (await page.locator('iframe[sandbox=""]').count()) > 0;
  const axe = new AxeBuilder({ page })
    .setLegacyMode(hasPage)
    .options({ iframes: !hasPage })
    .withTags(WCAG_22_AA);
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`),
  }));
  expect(found, what).toEqual([]);
}
