import { expect, type Page } from '@playwright/test';

/**
 * Returns the labels of the controls that scrolling cannot make visible: a box without a scrollbar or the window cuts
 * them off. Controls in scrollable boxes are reachable.
 */
const CUT_OFF = `(() => {
  const scrolls = (overflow) => overflow === 'auto' || overflow === 'scroll';
  const labelOf = (element) =>
    element.getAttribute('aria-label') ?? (element.textContent?.trim() || element.getAttribute('title') || element.tagName);
  const isCut = (element) => {
    let { top, bottom, left, right } = element.getBoundingClientRect();
    const position = (box) => getComputedStyle(box).position;
    let isFixed = position(element) === 'fixed';
    for (let box = element.parentElement; box !== null && !isFixed; box = box.parentElement) {
      if (box === document.documentElement || box === document.body) break;
      const { overflowX, overflowY } = getComputedStyle(box);
      const edge = box.getBoundingClientRect();
      if (overflowY === 'visible' && overflowX === 'visible') {
        isFixed = position(box) === 'fixed';
        continue;
      }
      if (scrolls(overflowY) && edge.height >= 24) {
        top = Math.min(Math.max(top, edge.top), edge.bottom - 8);
        bottom = Math.max(Math.min(bottom, edge.bottom), top + 8);
      } else if (top + 4 > edge.bottom || bottom - 4 < edge.top) return true;
      if (scrolls(overflowX)) {
        left = Math.min(Math.max(left, edge.left), edge.right - 8);
        right = Math.max(Math.min(right, edge.right), left + 8);
      } else if (left + 4 > edge.right || right - 4 < edge.left) return true;
      isFixed = position(box) === 'fixed';
    }
    const page = document.scrollingElement;
    const height = isFixed ? innerHeight : Math.max(innerHeight, page.scrollHeight);
    const width = isFixed ? innerWidth : Math.max(innerWidth, page.scrollWidth);
    return bottom > height + 1 || right > width + 1 || top < -scrollY - 1;
  };
  return [...document.querySelectorAll('button, a[href], input, textarea, [role="combobox"], [role="menuitem"], [role="tab"]')]
    .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .filter((element) => element.closest('[inert], [aria-hidden="true"], .visually-hidden') === null)
    .filter((element) => element.getBoundingClientRect().width > 1)
    .filter(isCut)
    .map(labelOf);
})()`;

/** Waits until scrolling can make every control of the page visible (USE-02). */
export async function expectReachable(page: Page, what: string): Promise<void> {
  await expect.poll(() => page.evaluate<string[]>(CUT_OFF), `out of reach: ${what}`).toEqual([]);
}
