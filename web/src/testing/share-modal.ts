import { expect } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { openMenu } from './files-tab.ts';
import { expectVisible } from './page.ts';

/** The entries of a share menu. */
type ShareEntry = 'Share Folder Link' | 'Share Link' | 'Request Files from Others';

/** Locators of the share or request modal, with its options and its result. */
export function shareModal(entry: ShareEntry) {
  const dialog = page.getByRole('dialog', { name: entry });
  const button = (name: string) => dialog.getByRole('button', { name });
  const checkbox = (name: string) => dialog.getByRole('checkbox', { name });
  const textbox = (name: string) => dialog.getByRole('textbox', { name });
  return {
    dialog,
    anyone: dialog.getByRole('radio', { name: 'Anyone' }),
    specific: dialog.getByRole('radio', { name: 'Specific recipients' }),
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
    getLink: button('Get Link'),
    sendEmail: button('Send Email'),
    copyLink: button('Copy link'),
    /** the heading of the result view */
    outcome: dialog.getByRole('status'),
    link: textbox('Link'),
    close: button('Close'),
  };
}

/** Opens the submenu of Share in the context menu of a row. */
export async function openShareMenu(name: string): Promise<Locator> {
  const menu = await openMenu(name);
  await menu.getByRole('menuitem', { name: 'Share' }).click();
  const submenu = page.getByRole('menu', { name: 'Share' });
  await expectVisible(submenu);
  return submenu;
}

/** Opens the modal from the context menu of a row. */
export async function openShare(name: string, entry: ShareEntry) {
  const submenu = await openShareMenu(name);
  await submenu.getByRole('menuitem', { name: new RegExp(`^${entry}`) }).click();
  const modal = shareModal(entry);
  await expect.element(modal.anyone).toHaveFocus();
  return modal;
}

/** Returns the end of a day in UTC (SHARE-15). @returns epoch milliseconds */
export function endOfDay(daysFromToday: number): number {
  const day = new Date();
  day.setUTCDate(day.getUTCDate() + daysFromToday);
  return day.setUTCHours(23, 59, 59, 999);
}

/** Formats a UTC day as it is typed into a date field. */
export function typedDay(daysFromToday: number): string {
  const [year, month, date] = new Date(endOfDay(daysFromToday)).toISOString().slice(0, 10).split('-');
  return `${month}/${date}/${year}`;
}
