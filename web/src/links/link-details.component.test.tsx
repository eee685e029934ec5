import { Messages, type SharedLink } from '@vault/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  endOfDay,
  expectAccessible,
  expectCount,
  expectGone,
  expectTexts,
  expectVisible,
  focus,
  linkOf,
  linksReply,
  linksTab,
  openVault,
  press,
  refusal,
  toast,
  typedDay,
} from '../testing/index.ts';

const SECOND = /^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d [AP]M$/;
const EMPTY = { content: [], totalElements: 0, numberOfElements: 0 };

/** Locators of the modal with the details of a link. */
function linkDetails() {
  const dialog = page.getByRole('dialog', { name: /^Links Details/ });
  return {
    dialog,
    value: (label: string) =>
      page.elementLocator(
        [...dialog.element().querySelectorAll('dl > div')]
          .find((line) => line.querySelector('dt')?.textContent === label)
          ?.querySelector('dd') ?? dialog.element(),
      ),
    button: (name: string) => dialog.getByRole('button', { name }),
    notify: dialog.getByRole('checkbox', { name: 'Notify me when accessed' }),
    noDate: dialog.getByRole('checkbox', { name: 'No expiration date' }),
    date: dialog.getByRole('textbox', { name: 'Link expires' }),
    save: dialog.getByRole('button', { name: 'Save' }),
  };
}

/** Opens the details of a link to the folder Tax. The fake server applies changes of the link. */
async function openDetails(values: Partial<SharedLink> = {}) {
  let link = linkOf('Tax', { expire: true, expireDateTime: endOfDay(3), ...values });
  const { server } = await openVault({
    at: '?tab=2',
    replies: {
      'links.list': linksReply(() => [link]),
      'links.update': ({ body: { expire, notify, expireDateTime = null } }) => {
        link = { ...link, status: 'Active', expire, notify, expireDateTime };
        return { expire, notify, expireDateTime };
      },
      'history.accessRecords': EMPTY,
    },
  });
  await linksTab().viewDetails('Tax').click();
  await expectVisible(linkDetails().dialog);
  return { server, ...linkDetails() };
}

test('LINKDETAIL-03 LINKDETAIL-04 LINKDETAIL-05 LINKDETAIL-18 a deleted link cannot be changed', async () => {
  const { dialog, value } = await openDetails({
    status: 'Deleted',
    deleted: true,
    updatedContact: { name: 'Ben Carter' },
    updatedTime: '2026-03-05T05:06:07.000Z',
  });
  await expectTexts(dialog.getByRole('term'), [
    'Created By',
    'Recipients',
    'Link Created',
    'Deleted By',
    'Deleted Date',
    'Who has access',
    'Link views',
    'Link expires',
    'Notifications',
    'Link',
  ]);
  await expectTexts(value('Deleted By'), ['Ben Carter']);
  await expectTexts(value('Deleted Date'), [SECOND]);
  for (const name of ['Open Link', 'Go to Folder', 'Delete Link', /^Edit/]) {
    await expectCount(dialog.getByRole('button', { name }), 0);
  }
});

test('LINKDETAIL-18 LINKDETAIL-20 the expiry of a link can be removed, and then set again', async () => {
  const { server, value, button, date, noDate, save } = await openDetails();
  await button('Edit when the link expires').click();
  await noDate.click();
  await expect.element(date).toBeDisabled();
  await save.click();
  await expectVisible(button('Edit when the link expires'));
  await expectTexts(value('Link expires'), [/^Never/]);
  await button('Edit when the link expires').click();
  await expect.element(noDate).toBeChecked();
  await noDate.click();
  await expect.element(save).toBeDisabled();
  await date.fill(typedDay(1));
  await press('Enter');
  await save.click();
  await expectVisible(button('Edit when the link expires'));
  await expectTexts(value('Link expires'), [/\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d [AP]M/]);
  expect(server.calls('links.update').at(-1)?.body).toMatchObject({
    id: linkOf('Tax').id,
    expire: true,
    expireDateTime: endOfDay(1),
  });
});

test('LINKDETAIL-19 an expired link with a later expiry is active again', async () => {
  const { dialog, button, date, save } = await openDetails({
    status: 'Expired',
    expireDateTime: endOfDay(-1),
  });
  await expectTexts(linksTab().cells('Tax').nth(5), ['Expired']);
  await button('Edit when the link expires').click();
  await date.fill(typedDay(5));
  await press('Enter');
  await save.click();
  await expectVisible(toast('Updated successfully.'));
  await button('Close').click();
  await expectGone(dialog);
  await expectTexts(linksTab().cells('Tax').nth(5), ['Active']);
});

test('SCOPE-11 LINKDETAIL-08 LINKDETAIL-13 LINKDETAIL-17 the notification is changed in edit mode only', async () => {
  const { server, button, notify, save } = await openDetails();
  await expect.element(notify).not.toBeChecked();
  await expect.element(notify).toBeDisabled();
  await button('Edit the notifications').click();
  await expect.element(notify).toHaveFocus();
  await press(' ');
  await expect.element(notify).toBeChecked();
  await button('Cancel').click();
  await expect.element(notify).not.toBeChecked();
  await expect.element(notify).toBeDisabled();
  await expect.element(button('Edit the notifications')).toHaveFocus();
  await press('Enter');
  await notify.click();
  await save.click();
  await expectVisible(toast('Updated successfully.'));
  await expect.element(notify).toBeChecked();
  await expect.element(notify).toBeDisabled();
  expect(server.calls('links.update')[0]?.body).toMatchObject({
    notify: true,
    expireDateTime: endOfDay(3),
  });
});

test('MSG-45 a refused change shows its message and keeps the chosen value', async () => {
  const { server, button, date, save } = await openDetails();
  server.reply({ 'links.update': refusal(404, 'LINK_UNAVAILABLE', Messages.linkUnavailable) });
  await button('Edit when the link expires').click();
  await date.fill(typedDay(5));
  await press('Enter');
  await save.click();
  await expectVisible(toast('This link is no longer available.'));
  await expect.element(date).toHaveValue(typedDay(5));
});

test('GUARD-10 a refused later end is explained beside its field until the next attempt', async () => {
  const { server, dialog, button, date, save } = await openDetails();
  server.reply({ 'links.update': refusal(403, 'NO_ACCESS', Messages.noAccess) });
  await button('Edit when the link expires').click();
  await date.fill(typedDay(5));
  await press('Enter');
  await save.click();
  const problem = 'You do not have all permissions that are needed to extend this link.';
  await expectTexts(dialog.getByRole('alert'), [problem]);
  await expect.element(date).toHaveAttribute('aria-invalid', 'true');
  await expect.element(date).toHaveAccessibleDescription(problem);
  await expect.element(date).toHaveValue(typedDay(5));
  await expectCount(toast(Messages.noAccess), 0);
  await expectAccessible();
  server.reply({ 'links.update': refusal(404, 'LINK_UNAVAILABLE', Messages.linkUnavailable) });
  await save.click();
  await expectVisible(toast('This link is no longer available.'));
  await expectCount(dialog.getByRole('alert'), 0);
});

test('LINKDETAIL-06 a link without views shows a message', async () => {
  const { value } = await openDetails();
  await value('Link views').getByRole('button', { name: 'Detail' }).click();
  const dialog = page.getByRole('dialog', { name: 'Link views' });
  await expectVisible(dialog.getByText('Nobody has opened this link yet'));
  await expectAccessible();
});

test('UI-03 the focus returns to View Details; the menu of a link works by keyboard only', async () => {
  await openDetails();
  await press('Escape');
  await expectGone(linkDetails().dialog);
  const links = linksTab();
  focus(links.viewDetails('Tax'));
  await press('Enter');
  await expectVisible(linkDetails().dialog);
  await press('Escape');
  await expectGone(linkDetails().dialog);
  await expect.element(links.viewDetails('Tax')).toHaveFocus();
  await press('Tab');
  await expect.element(links.more('Tax')).toHaveFocus();
  await press('Enter');
  await expect.element(page.getByRole('menu', { name: 'Actions of the link' })).toHaveFocus();
  await press('End', 'Enter');
  const deletion = page.getByRole('dialog', { name: 'Confirm Deletion' });
  await expect.element(deletion.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await press('Escape');
  await expectGone(deletion);
  await expect.element(links.more('Tax')).toHaveFocus();
});
