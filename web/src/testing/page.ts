import { expect } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';

/** Presses keys one after the other, such as 'Enter', 'Shift+F10' or 'a'. */
export async function press(...keys: string[]): Promise<void> {
  for (const combination of keys) {
    const parts = combination.split('+');
    const key = parts.pop() ?? '';
    const down = parts.map((modifier) => `{${modifier}>}`).join('');
    const up = parts.map((modifier) => `{/${modifier}}`).join('');
    await userEvent.keyboard(`${down}{${key}}${up}`);
  }
}

/** Returns the texts of all elements of a locator, with single spaces. */
export const textsOf = (locator: Locator): string[] =>
  locator.elements().map((element) => (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim());

/** Waits until a locator finds elements with exactly these texts, in this order. */
export async function expectTexts(locator: Locator, texts: readonly (string | RegExp)[]): Promise<void> {
  const wanted = texts.map((text) =>
    typeof text === 'string' ? text : (expect.stringMatching(text) as unknown),
  );
  await expect.poll(() => textsOf(locator)).toEqual(wanted);
}

/** Waits until a locator finds this number of elements. */
export async function expectCount(locator: Locator, count: number): Promise<void> {
  await expect.poll(() => locator.elements().length).toBe(count);
}

export const expectVisible = (locator: Locator): Promise<void> => expect.element(locator).toBeVisible();
export const expectGone = (locator: Locator): Promise<void> =>
  expect.element(locator).not.toBeInTheDocument();

/** The toasts with this text. */
export const toast = (text: string): Locator => page.getByRole('alert').filter({ hasText: text });

/** Clicks a button twice before the next render, while it is still enabled. */
export async function pressTwice(button: Locator): Promise<void> {
  await expect.element(button).toBeEnabled();
  await expect.element(button).not.toHaveClass(/loading/);
  const element = button.element() as HTMLElement;
  for (let n = 0; n < 2; n += 1) element.click();
}

/** Focuses an element, as Tab does. */
export const focus = (locator: Locator): void => (locator.element() as HTMLElement).focus();

export const boxOf = (locator: Locator): DOMRect => locator.element().getBoundingClientRect();
