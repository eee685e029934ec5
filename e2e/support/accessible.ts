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

/** The rules that depend on colours. All others find the same in each theme and with forced colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Expects the current page to meet WCAG 2.2 AA as far as axe can check it, and its colours also with the forced colours
 * of an operating system (issue 11).
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolation(page, WCAG_22_AA, 'accessibility');
  await expectForcedColours(page);
}

async function expectForcedColours(page: Page): Promise<void> {
  const areForced = await page.evaluate<boolean>(ARE_COLOURS_FORCED);
  await page.emulateMedia({ forcedColors: 'active' });
  await page.evaluate(READ_FORCED_COLOUR);
  await expectNoViolation(page, COLOUR_RULES, 'accessibility in forced colours');
  await page.evaluate(READ_ANY_COLOUR);
  if (!areForced) await page.emulateMedia({ forcedColors: 'none' });
  await expect.poll(() => page.evaluate<boolean>(ARE_COLOURS_FORCED)).toBe(areForced);
}

/** Expects a page of the vault to meet WCAG 2.2 AA in both themes. It ends with the light theme. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await chooseTheme(page, 'dark');
  await expectNoViolation(page, COLOUR_RULES, 'accessibility in the dark theme');
  await expectForcedColours(page);
  await chooseTheme(page, 'light');
  await expectAccessible(page);
}

async function chooseTheme(page: Page, colorScheme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-vault-theme', colorScheme);
}

interface Violation {
  id: string;
  help: string;
  where: string[];
}

const HAS_AXE = 'window.axe !== undefined';
/** @param runOnly tags or rules */
const violationsOf = (runOnly: readonly string[]) =>
  `axe.run(document, ${JSON.stringify({ iframes: false, resultTypes: ['violations'], runOnly })})
  .then(({ violations }) => violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ html, failureSummary }) => html + ' ' + (failureSummary ?? '')),
  })))`;

/**
 * axe runs in the page itself and stays there until the next load. @axe-core/playwright injects it four times for each
 * check and opens another page for the result.
 */
async function expectNoViolation(page: Page, runOnly: readonly string[], what: string): Promise<void> {
  await expect.poll(() => page.evaluate<number>(MOTIONS), 'motions').toBe(0);
  // Document previews are in sandboxed frames that run no scripts, including those of axe.
  await expect(page.locator('iframe:not([sandbox=""])'), 'frames that axe does not check').toHaveCount(0);
  if (!(await page.evaluate<boolean>(HAS_AXE))) await page.evaluate(axe.source);
  expect(await page.evaluate<Violation[]>(violationsOf(runOnly)), what).toEqual([]);
}
