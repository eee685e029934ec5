import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

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

/** Expects a page of the vault to meet WCAG 2.2 AA in both themes. It ends with the light theme. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-vault-theme', colorScheme);
    await expectAccessible(page);
  }
}

interface Violation {
  id: string;
  help: string;
  where: string[];
}

const HAS_AXE = 'window.axe !== undefined';
const VIOLATIONS = `axe.run(document, ${JSON.stringify({ iframes: false, resultTypes: ['violations'], runOnly: WCAG_22_AA })})
  .then(({ violations }) => violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ html, failureSummary }) => html + ' ' + (failureSummary ?? '')),
  })))`;

/**
 * axe runs in the page itself and stays there until the next load. @axe-core/playwright injects it four times for each
 * check and opens another page for the result.
 */
async function expectNoViolation(page: Page, what: string): Promise<void> {
  await expect.poll(() => page.evaluate<number>(MOTIONS), 'motions').toBe(0);
  // Document previews are in sandboxed frames that run no scripts, including those of axe.
  await expect(page.locator('iframe:not([sandbox=""])'), 'frames that axe does not check').toHaveCount(0);
  if (!(await page.evaluate<boolean>(HAS_AXE))) await page.evaluate(axe.source);
  expect(await page.evaluate<Violation[]>(VIOLATIONS), what).toEqual([]);
}
