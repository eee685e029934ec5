import { expect, type Locator, type Page } from '@playwright/test';
import { openMenu } from './files-tab.ts';

/** The entries of a share menu. */
export type ShareEntry = 'Share Folder Link' | 'Share Link' | 'Request Files from Others';

/** Locators of the share or request modal, in both its views. */
export function shareModal(page: Page, entry: ShareEntry) {
  const dialog = page.getByRole('dialog', { name: entry, exact: true });
  const button = (name: string) => dialog.getByRole('button', { name, exact: true });
  const checkbox = (name: string) => dialog.getByRole('checkbox', { name, exact: true });
  const textbox = (name: string) => dialog.getByRole('textbox', { name, exact: true });
  return {
    dialog,
    anyone: dialog.getByRole('radio', { name: 'Anyone', exact: true }),
    specific: dialog.getByRole('radio', { name: 'Specific recipients', exact: true }),
    emails: textbox('Email'),
    date: textbox('Expiration date'),
    noDate: checkbox('No expiration date'),
    askPassword: checkbox('Require password'),
    password: textbox('Password'),
    remark: textbox('Remark'),
    checkbox,
    /** all checkboxes of the options, in order */
    ticks: dialog.getByRole('group', { name: 'Options' }).getByRole('checkbox'),
    /** the error messages, in the order of the fields */
    problems: dialog.getByRole('alert'),
    button,
    getLink: button('Get Link'),
    sendEmail: button('Send Email'),
    /** the controls of the result view */
    outcome: dialog.getByRole('status'),
    link: textbox('Link'),
    done: button('Done'),
    close: button('Close'),
  };
}

/** Opens the submenu of Share in the context menu of a row. */
export async function openShareMenu(page: Page, name: string): Promise<Locator> {
  const menu = await openMenu(page, name);
  await menu.getByRole('menuitem', { name: 'Share', exact: true }).click();
  const submenu = page.getByRole('menu', { name: 'Share', exact: true });
  await expect(submenu).toBeVisible();
  return submenu;
}

/** Opens the modal from the context menu of a row. */
export async function openShare(page: Page, name: string, entry: ShareEntry) {
  const submenu = await openShareMenu(page, name);
  await submenu.getByRole('menuitem', { name: entry }).click();
  const modal = shareModal(page, entry);
  await expect(modal.anyone).toBeFocused();
  return modal;
}

/** Returns the text in the clipboard. */
export const clipboard = (page: Page): Promise<string> => page.evaluate('navigator.clipboard.readText()');

/** Returns the end of a day in UTC (SHARE-15). @returns epoch milliseconds */
export function endOfDay(daysFromToday: number): number {
  const day = new Date();
  day.setUTCDate(day.getUTCDate() + daysFromToday);
  return day.setUTCHours(23, 59, 59, 999);
}

/** Formats a day as it is typed into a date field. */
export function typedDay(daysFromToday: number): string {
  const [year, month, day] = new Date(endOfDay(daysFromToday)).toISOString().slice(0, 10).split('-');
  return `${month}/${day}/${year}`;
}
