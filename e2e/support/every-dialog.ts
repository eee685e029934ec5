import { expect, type Page } from '@playwright/test';
import { choose, escape, filesTab } from './files-tab.ts';
import { linksTab, openLinkDetails } from './links-tab.ts';
import { openPreview } from './preview-modal.ts';
import { openShare } from './share-modal.ts';

/** The items that a tour needs: a folder 'Tax', a file 'note.txt', a link to 'Tax', and 'old.txt' in the trash. */
export const TOUR = { folder: 'Tax', file: 'note.txt', trashed: 'old.txt' } as const;

type Step = [name: string, open: (page: Page) => Promise<unknown>];

const menu = (command: string, row: string): Step => [command, (page) => choose(page, row, command)];

/** Every dialog of the Files tab, and how it is opened. */
const FILES: readonly Step[] = [
  ['New Folder', (page) => filesTab(page).tool('Create').click()],
  ['Details of the folder', (page) => filesTab(page).tool('Details of this folder').click()],
  ['Upload', (page) => filesTab(page).tool('Upload').click()],
  menu('Rename', TOUR.file),
  menu('Copy', TOUR.file),
  menu('Move', TOUR.file),
  menu('Delete', TOUR.file),
  menu('Versions & History', TOUR.file),
  menu('Details', TOUR.file),
  menu('Download', TOUR.folder),
  ['Share Link', (page) => openShare(page, TOUR.file, 'Share Link')],
  ['Share Folder Link', (page) => openShare(page, TOUR.folder, 'Share Folder Link')],
  ['Request Files', (page) => openShare(page, TOUR.folder, 'Request Files from Others')],
  ['Preview', (page) => openPreview(page, TOUR.file)],
  [
    'Change password',
    async (page) => {
      await page.getByRole('button', { name: /account of/ }).click();
      await page.getByRole('menuitem', { name: 'Change password' }).click();
    },
  ],
];

const LINKS: readonly Step[] = [
  ['Links Details', (page) => openLinkDetails(page, TOUR.folder)],
  [
    'Delete Link',
    async (page) => {
      const more = linksTab(page).more(TOUR.folder);
      // A menu closes when the page scrolls, so scroll to its button first.
      await more.hover();
      await more.click();
      await page.getByRole('menuitem', { name: 'Delete Link' }).click();
    },
  ],
];

const trashed = (action: string): Step => [
  `${action} of the trash`,
  async (page) => {
    await page.getByRole('row').filter({ hasText: TOUR.trashed }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: action }).click();
  },
];

const backToAMoment: Step = [
  'Back to a moment',
  (page) => page.getByRole('button', { name: 'Back to a moment…' }).click(),
];

const TABS = {
  Files: FILES,
  Links: LINKS,
  Trash: [trashed('Restore'), trashed('Delete'), backToAMoment],
} as const;

/** Opens every dialog of every tab in turn. @param visit checks the open dialog */
export async function tourDialogs(page: Page, visit: (name: string) => Promise<void>): Promise<void> {
  const dialog = page.getByRole('dialog');
  for (const [tab, steps] of Object.entries(TABS)) {
    await page.getByRole('tab', { name: tab }).click();
    for (const [name, open] of steps) {
      await open(page);
      await expect(dialog, name).toBeVisible();
      await visit(name);
      await escape(page);
      await expect(dialog, name).toBeHidden();
    }
  }
}
