import { expect, type Locator, type Page } from '@playwright/test';
import { pixelOf } from '../../server/src/testing/pictures.ts';
import { filesTab } from './files-tab.ts';

/** Locators of the preview of a file. */
export function previewModal(page: Page, name: string) {
  const dialog = page.getByRole('dialog', { name });
  const button = (label: string) => dialog.getByRole('button', { name: label, exact: true });
  return {
    dialog,
    button,
    /** the scrollable area that shows the file */
    stage: dialog.getByRole('region', { name: `Preview of ${name}` }),
    /** the text box of the editor */
    editor: dialog.getByRole('textbox', { name: `Text of ${name}` }),
    image: dialog.getByRole('img', { name: `Preview of ${name}` }),
    /** the text with the current page and the number of pages */
    page: dialog.getByRole('status', { name: 'Page', exact: true }),
    zoom: dialog.getByRole('status', { name: 'Zoom' }),
    /** the text with the position of the file and the number of files */
    file: dialog.getByRole('status', { name: 'File of the list' }),
    close: button('Close'),
    discard: page.getByRole('dialog', { name: 'Discard changes?' }),
  };
}
export type PreviewModal = ReturnType<typeof previewModal>;

/** Clicks the name of a file in the list. */
export async function clickName(page: Page, name: string): Promise<void> {
  await fileName(page, name).click();
}

export const fileName = (page: Page, name: string): Locator =>
  filesTab(page).row(name).getByRole('button', { name, exact: true });

/** Opens the preview of a file of the list and waits for its modal. */
export async function openPreview(page: Page, name: string): Promise<PreviewModal> {
  await clickName(page, name);
  const modal = previewModal(page, name);
  await expect(modal.dialog).toBeVisible();
  return modal;
}

/** Collects the page's calls for contents: C28 (addresses) and C29 (Office files). */
export function contentCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (/\/preSign$|\/preview$/.test(pathname)) calls.push(pathname + search);
  });
  return calls;
}

/** Returns the colour of an element on the screen. @param at position in the element, from 0 to 1 */
export async function colourOn(shown: Locator, at: { x: number; y: number }): Promise<'red' | 'blue'> {
  const [red, , blue] = await pixelOf(await shown.screenshot(), at);
  return red > blue ? 'red' : 'blue';
}
