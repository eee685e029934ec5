import type { Hold } from '@vault/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  expectAccessible,
  expectGone,
  expectVisible,
  openVault,
  refusal,
  toast,
} from '../../testing/index.ts';

const AT = '?view=administration&section=holds';
const AUDITOR = { audit: true, read: false };
const ACME = { sfid: 'recAcme00000000000', name: 'Acme Ltd' };
const CASE: Hold = {
  id: 'hld000000000000001',
  record: ACME,
  path: 'Case/In',
  keepYears: null,
  reason: 'Smith v. Jones',
  setAt: '2026-11-20T09:00:00.000Z',
  setBy: 'Ada Byron',
};
const LAW: Hold = { ...CASE, id: 'hld000000000000002', path: '', keepYears: 8, reason: 'Tax law' };
const GONE: Hold = { ...CASE, id: 'hld000000000000003', path: null, keepYears: 1, reason: 'Old case' };
const pageOf = (content: Hold[]) => ({
  content,
  totalElements: content.length,
  numberOfElements: content.length,
});
const CHOICES = { 'activity.choices': { records: [ACME], people: [] } };

const table = () => page.getByRole('table', { name: 'Holds and retention rules' });
const dialog = (name: string) => page.getByRole('dialog', { name });
const field = (name: string) => dialog('Set a hold').getByRole('textbox', { name });
const submit = () => dialog('Set a hold').getByRole('button', { name: 'Set' }).click();
async function openForm() {
  await page.getByRole('button', { name: 'Set a hold' }).click();
  await dialog('Set a hold').getByRole('combobox', { name: 'Record' }).click();
  await page.getByTitle('Acme Ltd').click();
}

test('SAFE-12 an auditor sees each hold with its place, rule and reason', async () => {
  await openVault({ at: AT, abilities: AUDITOR, replies: { 'holds.list': pageOf([CASE, LAW, GONE]) } });
  for (const text of ['Case/In', 'Legal hold', 'Smith v. Jones', 'The whole record', 'Keep 8 years']) {
    await expectVisible(table().getByText(text).first());
  }
  await expectVisible(table().getByText('Deleted, or in the trash'));
  await expectVisible(table().getByText('Keep 1 year', { exact: true }));
  await expectAccessible();
});

test('SAFE-12 a legal hold needs record and reason; the folder is trimmed of slashes', async () => {
  const { server } = await openVault({
    at: AT,
    abilities: AUDITOR,
    replies: { ...CHOICES, 'holds.list': pageOf([]), 'holds.set': { id: CASE.id } },
  });
  await expectVisible(page.getByText('No hold is in force'));
  await page.getByRole('button', { name: 'Set a hold' }).click();
  await submit();
  await expectVisible(page.getByText('Please choose a record.'));
  await expectAccessible();
  await dialog('Set a hold').getByRole('combobox', { name: 'Record' }).click();
  await page.getByTitle('Acme Ltd').click();
  await expectGone(page.getByText('Please choose a record.'));
  await submit();
  await expectVisible(page.getByText('Please enter a reason.'));
  await field('Path of the folder').fill('/Case/In/');
  await field('Reason').fill(' Smith v. Jones ');
  server.reply({ 'holds.list': pageOf([CASE]) });
  await submit();
  await expectVisible(toast('The hold is set.'));
  await expectVisible(table().getByText('Smith v. Jones'));
  expect(server.calls('holds.set').map(({ body }) => body)).toEqual([
    { record: ACME.sfid, path: 'Case/In', keepYears: null, reason: 'Smith v. Jones' },
  ]);
});

test('SAFE-12 a retention rule needs whole years; an unknown folder is said at its field', async () => {
  const { server } = await openVault({
    at: AT,
    abilities: AUDITOR,
    replies: { ...CHOICES, 'holds.list': pageOf([]), 'holds.set': refusal(404, 'NOT_FOUND', 'Not found') },
  });
  await openForm();
  await dialog('Set a hold')
    .getByRole('radio', { name: /Retention/ })
    .click();
  await field('Reason').fill('Tax law');
  await field('Years').fill('0');
  await submit();
  await expectVisible(page.getByText('Please enter a number from 1 to 100.'));
  await field('Years').fill('10');
  await submit();
  await expectVisible(page.getByText('This record has no such folder.'));
  expect(server.calls('holds.set')[0]?.body).toMatchObject({ path: '', keepYears: 10 });
});

test('SAFE-12 lifting a hold is confirmed', async () => {
  const { server } = await openVault({
    at: AT,
    abilities: AUDITOR,
    replies: { 'holds.list': pageOf([CASE]), 'holds.lift': true },
  });
  await page.getByRole('button', { name: 'Lift the hold: Smith v. Jones' }).click();
  await expectAccessible();
  server.reply({ 'holds.list': pageOf([]) });
  const question = dialog('Lift this hold?');
  await expectVisible(question.getByText('Legal hold in Acme Ltd: Smith v. Jones'));
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expectVisible(toast('The hold is lifted.'));
  await expectGone(table().getByText('Smith v. Jones'));
  expect(server.calls('holds.lift').map(({ params }) => params)).toEqual([{ id: CASE.id }]);
});
