import { test } from 'vitest';
import { page } from 'vitest/browser';
import {
  createRecord,
  expectCount,
  expectGone,
  expectVisible,
  filesTab,
  openMenu,
  openVault,
  press,
  select,
  toast,
} from '../testing/index.ts';

test('PREVIEW-10 PREVIEW-19 MSG-18 T-23 a file type without a preview shows a toast and sends no request', async () => {
  const record = createRecord([]);
  const names = ['page.html', 'data.parquet', 'drawing.dwg'];
  for (const name of names) record.add(name, { viewable: false });
  // The fake server fails the test on any request for the content.
  await openVault({ record });
  for (const name of names) {
    await filesTab().row(name).getByRole('button', { name, exact: true }).click();
    await expectVisible(toast('Preview is not supported.').first());
  }
  await expectCount(page.getByRole('dialog'), 0);
});

test('MENU-03 MENU-04 PREVIEW-23 the menu has Preview only for a single file', async () => {
  await openVault({ items: ['Tax/c.txt', 'a.txt', 'b.txt'] });
  const { selection } = filesTab();
  const preview = page.getByRole('menuitem', { name: /^Preview/ });
  const menu = await openMenu('Tax');
  await expectCount(preview, 0);
  await press('Escape');
  await expectGone(menu);
  await selection.click();
  await select('a.txt', 'b.txt');
  await openMenu('a.txt');
  await expectCount(preview, 0);
  await press('Escape');
  await expectGone(menu);
  await selection.click();
  await openMenu('b.txt');
  await expectVisible(preview);
});
