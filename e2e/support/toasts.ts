import { type BrowserContext, expect, type Page } from '@playwright/test';

/** First argument of the console line that the script below writes for each toast. */
const LINE = 'vault-toast';

/**
 * A script for a page: writes the text of each toast to the console when it appears. Both class names are Ant Design's:
 * the vault's and that of an embedded vault.
 */
const LOG_TOASTS = `(() => {
  // A sandboxed document has no toasts, and Chromium reports an observer there as a blocked script.
  if (self !== top || origin === 'null') return;
  const lists = ['ant-message-notice-title', 'pv-ant-message-notice-title'].map((name) => document.getElementsByClassName(name));
  const logged = new WeakSet();
  const textOf = (title) => {
    const text = title.cloneNode(true);
    for (const button of text.querySelectorAll('button')) button.remove();
    return text.textContent.trim();
  };
  new MutationObserver(() => {
    for (const list of lists) {
      for (const title of list) {
        if (logged.has(title)) continue;
        logged.add(title);
        console.debug('${LINE}', textOf(title));
      }
    }
  }).observe(document, { subtree: true, childList: true });
})()`;

interface ToastLog {
  /** the texts of all toasts of the page, oldest first, including toasts shown before a reload */
  shown: string[];
  /** the texts that the journey has expected */
  expected: Set<string>;
}

const logs = new WeakMap<Page, ToastLog>();

function logOf(page: Page): ToastLog {
  const log = logs.get(page) ?? { shown: [], expected: new Set() };
  logs.set(page, log);
  return log;
}

/** Records the toasts of all pages of a context. */
export async function logToasts(context: BrowserContext): Promise<void> {
  context.on('console', (message) => {
    const page = message.page();
    const text = message.text();
    if (page !== null && text.startsWith(`${LINE} `)) logOf(page).shown.push(text.slice(LINE.length + 1));
  });
  await context.addInitScript(LOG_TOASTS);
}

/**
 * Waits until a toast with this text has appeared on the page; it may have closed by itself since then.
 * @throws Error when the journey has expected this text on this page before: a repeated toast replaces the open one
 * and is not recorded, so a second call would not check anything
 */
export async function expectToast(page: Page, text: string): Promise<void> {
  const { shown, expected } = logOf(page);
  if (expected.has(text)) throw new Error(`The toast "${text}" was expected before in this journey`);
  expected.add(text);
  await expect.poll(() => shown, 'toasts so far').toContainEqual(expect.stringContaining(text));
}

/** Expects that no toast (with this text) has appeared on the page so far. */
export function expectNoToast(page: Page, text = ''): void {
  expect(
    logOf(page).shown.filter((one) => one.includes(text)),
    'toasts so far',
  ).toEqual([]);
}
