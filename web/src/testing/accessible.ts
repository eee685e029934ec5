import axe from 'axe-core';
import { expect } from 'vitest';
import { cdp } from 'vitest/browser';

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The rules that depend on colours. All others find the same with forced colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Returns the number of running animations that will end. The check waits for them, because half-transparent elements
 * have other colours.
 */
const motions = () =>
  document
    .getAnimations()
    .filter(
      ({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
    ).length;

/**
 * Switches the forced colours of an operating system; the other features stay as web/components.config.ts sets them.
 */
async function forceColours(value: 'active' | 'none'): Promise<void> {
  const features = [
    { name: 'forced-colors', value },
    { name: 'prefers-color-scheme', value: 'light' },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ];
  await cdp().send('Emulation.setEmulatedMedia', { features });
  await expect.poll(() => matchMedia('(forced-colors: active)').matches).toBe(value === 'active');
}

/**
 * Runs a check while axe reads the colour of a text from `color`. Normally it reads -webkit-text-fill-color, for which
 * Chromium does not compute the forced colour.
 */
async function withForcedTextColour(check: () => Promise<void>): Promise<void> {
  const style = CSSStyleDeclaration.prototype;
  // oxlint-disable-next-line typescript/unbound-method -- it is called with the style of each element
  const { getPropertyValue } = style;
  style.getPropertyValue = function readColour(name) {
    return getPropertyValue.call(this, name === '-webkit-text-fill-color' ? 'color' : name);
  };
  try {
    await check();
  } finally {
    style.getPropertyValue = getPropertyValue;
  }
}

async function expectNoViolation(what: string, runOnly: string[]): Promise<void> {
  await expect.poll(motions).toBe(0);
  const { violations } = await axe.run(document.body, { resultTypes: ['violations'], runOnly });
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`),
  }));
  expect({ what, found }).toEqual({ what, found: [] });
}

/**
 * Expects the page to meet WCAG 2.2 AA as far as axe can check it, and its colours also with the forced colours of an
 * operating system (issue 11).
 */
export async function expectAccessible(): Promise<void> {
  await expectNoViolation('accessibility', WCAG_22_AA);
  await forceColours('active');
  try {
    await withForcedTextColour(() => expectNoViolation('accessibility with forced colours', COLOUR_RULES));
  } finally {
    await forceColours('none');
  }
}
