import axe from 'axe-core';
import { expect } from 'vitest';

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The number of running animations that end: half-transparent elements have other colours. */
const motions = () =>
  document
    .getAnimations()
    .filter(
      ({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
    ).length;

/** Expects the page to meet WCAG 2.2 AA as far as axe can check it; forced colours are checked by the journeys. */
export async function expectAccessible(): Promise<void> {
  await expect.poll(motions).toBe(0);
  const { violations } = await axe.run(document.body, { resultTypes: ['violations'], runOnly: WCAG_22_AA });
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`),
  }));
  expect(found).toEqual([]);
}
