import { type EndpointName, Messages } from '@vault/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  choose,
  createRecord,
  expectCount,
  expectGone,
  expectRows,
  expectVisible,
  type FakeRecord,
  filesTab,
  openRelocate,
  openShare,
  openVault,
  press,
  refusal,
  type Replies,
  select,
  sessionOf,
  shareModal,
  toast,
} from '../testing/index.ts';

const PASSWORD = 'correct horse battery staple';
const DONE = { outcome: 'done' } as const;
const EMPTY = { content: [], totalElements: 0, numberOfElements: 0 };

interface FilledDialog {
  name: string;
  /** the call that is refused because the session has ended */
  call: EndpointName;
  /** the replies to the call after the next sign-in */
  replies: (record: FakeRecord) => Replies;
  /** opens and fills the dialog @returns a function that submits it */
  fill: () => Promise<() => Promise<void>>;
  /** waits until the screen shows the success */
  done: () => Promise<void>;
}

const button = (dialog: string, name: string) =>
  page.getByRole('dialog', { name: dialog }).getByRole('button', { name });

const DIALOGS: FilledDialog[] = [
  {
    name: 'New folder',
    call: 'organise.createFolder',
    replies: (record) => ({ 'organise.createFolder': () => record.add('Half typed/') }),
    fill: async () => {
      await filesTab().tool('Create').click();
      await page.getByRole('dialog').getByLabelText('Name').fill('Half typed');
      return () => press('Enter');
    },
    done: () => expectRows(['Tax', 'Half typed', 'a.txt']),
  },
  {
    name: 'Rename',
    call: 'organise.renameFile',
    replies: (record) => ({
      'organise.renameFile': ({ body }) => {
        record.remove('a.txt');
        record.add(body.name, { sfid: body.sfid });
        return DONE;
      },
    }),
    fill: async () => {
      await choose('a.txt', 'Rename');
      await page.getByRole('dialog').getByLabelText('Name').fill('other.txt');
      return () => button('Rename', 'Rename').click();
    },
    done: () => expectRows(['Tax', 'other.txt']),
  },
  {
    name: 'Copy',
    call: 'organise.copy',
    replies: () => ({ 'organise.copy': DONE }),
    fill: async () => {
      const copying = await openRelocate('a.txt', 'Copy');
      await copying.folder('Tax').click();
      return () => copying.submit.click();
    },
    done: () => expectVisible(toast('Copied Successfully.')),
  },
  {
    name: 'Change password',
    call: 'session.changePassword',
    replies: () => ({
      'session.changePassword': refusal(400, 'CURRENT_PASSWORD_WRONG', Messages.wrongCurrentPassword),
    }),
    fill: async () => {
      await page.getByRole('button', { name: /account of/ }).click();
      await page.getByRole('menuitem', { name: 'Change password' }).click();
      const dialog = page.getByRole('dialog', { name: 'Change password' });
      await dialog.getByLabelText('Current password').fill('not the password');
      await dialog.getByLabelText('New password').fill('quiet river under stones');
      return () => dialog.getByRole('button', { name: 'Change password' }).click();
    },
    done: () => expectVisible(toast(Messages.wrongCurrentPassword)),
  },
  {
    name: 'Move to trash',
    call: 'organise.moveToTrash',
    replies: (record) => ({
      'organise.moveToTrash': () => {
        record.remove('a.txt');
        return true;
      },
    }),
    fill: async () => {
      await select('a.txt');
      await press('Delete');
      return () => button('Confirm Deletion', 'Confirm').click();
    },
    done: () => expectRows(['Tax']),
  },
  {
    name: 'Share',
    call: 'sharing.shareLink',
    replies: () => ({ 'sharing.shareLink': { name: 'a.txt', accessUrl: 'https://vault.test/s/abc' } }),
    fill: async () => {
      const share = await openShare('a.txt', 'Share Link');
      await share.noDate.click();
      await share.remark.fill('For the audit');
      return () => share.getLink.click();
    },
    done: () => expectVisible(shareModal('Share Link').link),
  },
  {
    name: 'Versions',
    call: 'versions.list',
    replies: () => ({ 'versions.list': EMPTY }),
    fill: async () => () => choose('a.txt', 'Versions & History'),
    done: () => expectVisible(page.getByRole('dialog').getByRole('table')),
  },
];

for (const { name, call, replies, fill, done } of DIALOGS) {
  test(`USE-03 the dialog '${name}' continues after the sign-in`, async () => {
    const record = createRecord(['Tax/b.txt', 'a.txt']);
    const { server } = await openVault({ record });
    server.reply({
      'session.methods': { accounts: true, passwordReset: false, oidc: null },
      'session.demoAccounts': [],
      'session.continueOfficeWindows': { windows: 0 },
      'session.signIn': { ...sessionOf({}), accessToken: 'second-token' },
    });
    const send = await fill();
    server.reply({ [call]: refusal(401, 'SESSION_ENDED', Messages.signInAgain) });
    await send();
    const cover = page.getByRole('dialog', { name: Messages.signInAgain });
    await expectVisible(cover);
    await expectCount(page.getByRole('alert').filter({ hasText: /./ }), 0);
    server.reply(replies(record));
    await cover.getByLabelText('E-mail').fill('ada@example.test');
    await cover.getByLabelText('Password').fill(PASSWORD);
    await cover.getByRole('button', { name: 'Sign in' }).click();
    await expectGone(cover);
    await done();
    const tokens = server.calls(call).map(({ token }) => token);
    expect(tokens).toEqual(['token-of-ada', 'second-token']);
  });
}
