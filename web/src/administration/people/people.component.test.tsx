import { Messages, type Person } from '@vault/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { withResolvers } from '../../kit/with-resolvers.ts';
import {
  blockClipboard,
  expectAccessible,
  expectGone,
  expectVisible,
  openVault,
  PERSON_ID,
  refusal,
  toast,
} from '../../testing/index.ts';

const AT = '?view=administration';
const ADMINISTRATOR = { admin: true };
const idOf = (name: string) => `usr${name}`.padEnd(18, '0');

const personNamed = (name: string, more: Partial<Person> = {}): Person => ({
  sfid: idOf(name),
  name,
  email: `${name.toLowerCase()}@example.test`,
  state: 'Active',
  role: 'Staff',
  permissions: ['read', 'create', 'edit', 'download', 'share'],
  records: [{ sfid: 'recAcme00000000000', name: 'Acme Ltd' }],
  recordCount: 1,
  issuer: null,
  permissionsFromIssuer: false,
  recordsFromIssuer: false,
  fromAccountsFile: false,
  changedAt: '2026-11-23T09:00:00.000Z',
  ...more,
});
const BEN = personNamed('Ben');
const ZOE = personNamed('Zoe', { role: 'Client reader', permissions: ['read', 'download'] });
const pageOf = <T,>(content: T[]) => ({
  content,
  totalElements: content.length,
  numberOfElements: content.length,
});
const NO_RECORDS = { 'people.records': pageOf<{ sfid: string; name: string }>([]) };

const table = () => page.getByRole('table', { name: 'People' });
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
const choose = async (name: string, item: string) => {
  await page.getByRole('button', { name: `More actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

test('DESK-01 the user menu of an administrator opens the administration; Back leads to the files', async () => {
  await openVault({ abilities: ADMINISTRATOR, replies: { 'people.list': pageOf([BEN, ZOE]) } });
  await page.getByRole('button', { name: /account of/ }).click();
  await page.getByRole('menuitem', { name: 'Administration' }).click();
  await expectVisible(page.getByRole('heading', { name: 'Administration' }));
  await expectVisible(table().getByText('zoe@example.test'));
  expect(location.search).toBe('?view=administration');
  await expectAccessible();
  history.back();
  await expectGone(page.getByRole('heading', { name: 'Administration' }));
});

test('DESK-01 a person without the right has no entry in the menu and no section at the address', async () => {
  await openVault({ at: AT });
  await expectVisible(page.getByText('You do not have access to Document Vault'));
  await page.getByRole('button', { name: /account of/ }).click();
  await expectVisible(page.getByRole('menuitem', { name: 'Your account' }));
  await expectGone(page.getByRole('menuitem', { name: 'Administration' }));
});

test('DESK-01 an administrator who sees no files reaches the administration from the no-access page', async () => {
  await openVault({
    abilities: { ...ADMINISTRATOR, read: false },
    replies: { 'people.list': pageOf([BEN]) },
  });
  await page.getByRole('button', { name: 'Open the administration' }).click();
  await expectVisible(table().getByText('ben@example.test'));
});

test('DESK-02 filters are in the address and in the call, and Reset removes them', async () => {
  const { server } = await openVault({
    at: `${AT}&status=Invited&types=Clientreader&name=zo`,
    abilities: ADMINISTRATOR,
    replies: { 'people.list': pageOf<Person>([]) },
  });
  await expectVisible(page.getByText('No people found'));
  expect(server.calls('people.list').at(-1)?.query).toMatchObject({
    search: 'zo',
    role: 'Client reader',
    state: 'Invited',
  });
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect.poll(() => location.search).toBe(AT);
});

test('DESK-02 a person is added by role; the one-time address is shown once', async () => {
  const address = 'https://vault.example.test/set-password#token';
  const { server } = await openVault({
    at: AT,
    abilities: ADMINISTRATOR,
    replies: {
      ...NO_RECORDS,
      'people.list': pageOf([BEN]),
      'people.add': { person: ZOE, invitation: { sentTo: null, address } },
    },
  });
  await page.getByRole('button', { name: 'Add person' }).click();
  await page.getByRole('button', { name: 'Add and invite' }).click();
  await expectVisible(page.getByText('Please enter a name.'));
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Zoe');
  await page.getByRole('textbox', { name: 'E-mail' }).fill('zoe');
  await page.getByRole('button', { name: 'Add and invite' }).click();
  await expectVisible(page.getByText('Please enter the correct mailbox'));
  await page.getByRole('textbox', { name: 'E-mail' }).fill('zoe@example.test');
  await page.getByRole('checkbox', { name: /^Audit/ }).click();
  await expectAccessible();
  await page.getByRole('button', { name: 'Add and invite' }).click();
  await expect
    .element(dialog('Invitation').getByRole('textbox', { name: 'One-time address' }))
    .toHaveValue(address);
  expect(server.calls('people.add')[0]?.body).toEqual({
    name: 'Zoe',
    email: 'zoe@example.test',
    permissions: ['read', 'download', 'audit'],
    records: [],
  });
  await expectAccessible();
});

test('DESK-02 an address in use is named at its field', async () => {
  await openVault({
    at: AT,
    abilities: ADMINISTRATOR,
    replies: {
      ...NO_RECORDS,
      'people.list': pageOf([BEN]),
      'people.add': refusal(409, 'PERSON_EXISTS', 'A person with this e-mail address exists already.'),
    },
  });
  await page.getByRole('button', { name: 'Add person' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ben');
  await page.getByRole('textbox', { name: 'E-mail' }).fill('ben@example.test');
  await page.getByRole('button', { name: 'Add and invite' }).click();
  await expectVisible(dialog('Add person').getByText(/exists already/));
});

test('DESK-02 what the issuer controls cannot be edited, and the form says so', async () => {
  const person = personNamed('Ben', { issuer: 'https://id.example.test', permissionsFromIssuer: true });
  const { server } = await openVault({
    at: AT,
    abilities: ADMINISTRATOR,
    replies: {
      ...NO_RECORDS,
      'people.list': pageOf([person]),
      'people.get': person,
      'people.update': person,
    },
  });
  await page.getByRole('button', { name: 'Edit Ben' }).click();
  await expectVisible(dialog('Edit Ben').getByText(/^https:\/\/id\.example\.test controls this person/));
  await expect.element(page.getByRole('textbox', { name: 'Name', exact: true })).toBeDisabled();
  await expect.element(page.getByRole('checkbox', { name: /^Administrator/ })).toBeDisabled();
  await page.getByRole('button', { name: 'Save' }).click();
  await expectVisible(toast('Saved.'));
  expect(server.calls('people.update')[0]?.body).toMatchObject({
    name: 'Ben',
    changedAt: person.changedAt,
    records: ['recAcme00000000000'],
  });
});

test('GUARD-31 disabling asks about the links and says how many a colleague cannot pass on', async () => {
  const { server } = await openVault({
    at: AT,
    abilities: ADMINISTRATOR,
    replies: {
      'people.list': pageOf([BEN, ZOE]),
      'people.belongings': ({ query }) => ({
        links: 2,
        stopping: query.to === undefined ? 0 : 1,
        vaultIsEmpty: false,
        vaultSize: 10,
      }),
      'people.disable': true,
    },
  });
  await choose('Ben', 'Disable');
  await dialog('Disable Ben').getByRole('radio', { name: 'Give them to a colleague' }).click();
  await dialog('Disable Ben').getByRole('button', { name: 'Disable' }).click();
  await expectVisible(page.getByText('Please choose a colleague.'));
  await page.getByRole('combobox', { name: 'Colleague' }).click();
  await page.getByText('Zoe (zoe@example.test)').click();
  await expectVisible(page.getByText(/^1 open link will give less/));
  await expectAccessible();
  await dialog('Disable Ben').getByRole('button', { name: 'Disable' }).click();
  await expectVisible(toast('Ben is disabled.'));
  expect(server.calls('people.disable')[0]?.body).toEqual({ links: { action: 'give', to: ZOE.sfid } });
});

test('GUARD-31 a person cannot be disabled before the questions about links are loaded', async () => {
  const loaded = withResolvers<void>();
  const { server } = await openVault({
    at: AT,
    abilities: ADMINISTRATOR,
    replies: {
      'people.list': pageOf([BEN]),
      'people.belongings': async () => {
        await loaded.promise;
        return { links: 0, stopping: 0, vaultIsEmpty: true, vaultSize: 0 };
      },
      'people.disable': true,
    },
  });
  await choose('Ben', 'Disable');
  const ok = dialog('Disable Ben').getByRole('button', { name: 'Disable' });
  await expect.element(ok).toBeDisabled();
  loaded.resolve();
  await ok.click();
  await expectVisible(toast('Ben is disabled.'));
  expect(server.calls('people.disable')[0]?.body).toEqual({ links: { action: 'end' } });
});

test('GUARD-31 the refusal to remove the last administrator is shown, and the dialog stays', async () => {
  const own = personNamed('Ada', { sfid: PERSON_ID, permissions: ['read', 'admin'] });
  await openVault({
    at: AT,
    abilities: ADMINISTRATOR,
    replies: {
      'people.list': pageOf([own]),
      'people.belongings': { links: 0, stopping: 0, vaultIsEmpty: true, vaultSize: 0 },
      'people.remove': refusal(409, 'LAST_ADMINISTRATOR', 'This is the last administrator.'),
    },
  });
  await expectVisible(table().getByText('You', { exact: true }));
  await choose('Ada', 'Remove');
  await dialog('Remove Ada').getByRole('button', { name: 'Remove' }).click();
  await expectVisible(toast('This is the last administrator.'));
  await expectVisible(dialog('Remove Ada'));
});

test('DESK-02 GUARD-33 the second factor of a person is reset after a confirmation', async () => {
  const { server } = await openVault({
    at: AT,
    abilities: ADMINISTRATOR,
    replies: { 'people.list': pageOf([BEN, ZOE]), 'secondFactor.reset': true },
  });
  const title = 'Reset the second factor of Ben';
  await choose('Ben', 'Reset second factor');
  await expectVisible(dialog(title).getByText(/recovery codes are removed/));
  await expectAccessible();
  await dialog(title).getByRole('button', { name: 'Cancel' }).click();
  await expectGone(dialog(title));
  expect(server.calls('secondFactor.reset')).toEqual([]);
  await choose('Ben', 'Reset second factor');
  await dialog(title).getByRole('button', { name: 'Confirm' }).click();
  await expectVisible(toast('The second factor of Ben is reset.'));
  await expectGone(dialog(title));
  expect(server.calls('secondFactor.reset').map(({ params }) => params)).toEqual([{ personId: BEN.sfid }]);
});

test('DESK-02 GUARD-33 a refused reset of the second factor is shown, and the dialog stays', async () => {
  await openVault({
    at: AT,
    abilities: ADMINISTRATOR,
    replies: {
      'people.list': pageOf([BEN]),
      'secondFactor.reset': refusal(404, 'NOT_FOUND', 'The person does not exist.'),
    },
  });
  await choose('Ben', 'Reset second factor');
  await dialog(/^Reset/)
    .getByRole('button', { name: 'Confirm' })
    .click();
  await expectVisible(toast('The person does not exist.'));
  await expectVisible(dialog(/^Reset/));
});

test('DESK-02 GUARD-33 people of an issuer have no second factor to reset here', async () => {
  const person = personNamed('Ben', { issuer: 'https://id.example.test' });
  await openVault({ at: AT, abilities: ADMINISTRATOR, replies: { 'people.list': pageOf([person]) } });
  await page.getByRole('button', { name: 'More actions for Ben' }).click();
  await expectVisible(page.getByRole('menuitem', { name: 'Disable' }));
  await expectGone(page.getByRole('menuitem', { name: 'Reset second factor' }));
});

test('DESK-02 GUARD-33 an administrator is not offered the reset of the own second factor', async () => {
  const own = personNamed('Ada', { sfid: PERSON_ID, permissions: ['read', 'admin'] });
  await openVault({ at: AT, abilities: ADMINISTRATOR, replies: { 'people.list': pageOf([own]) } });
  await page.getByRole('button', { name: 'More actions for Ada' }).click();
  await expectVisible(page.getByRole('menuitem', { name: 'Disable' }));
  await expectGone(page.getByRole('menuitem', { name: 'Reset second factor' }));
});

test('DESK-02 an import shows its plan with the broken lines first, and does nothing before Import', async () => {
  const csv = 'name,email\nZoe,zoe@example.test\nBroken,none\n';
  const { server } = await openVault({
    at: AT,
    abilities: ADMINISTRATOR,
    replies: {
      'people.list': pageOf([BEN]),
      'people.planImport': {
        plan: 'plan-1',
        problem: null,
        lines: [
          {
            line: 2,
            action: 'add',
            name: 'Zoe',
            email: 'zoe@example.test',
            changes: ['rights: none'],
            problem: null,
          },
          {
            line: 3,
            action: 'broken',
            name: 'Broken',
            email: 'none',
            changes: [],
            problem: 'The e-mail address is missing or not complete.',
          },
        ],
      },
      'people.import': { added: 1, changed: 0, invitations: [{ email: 'zoe@example.test', address: null }] },
    },
  });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect.element(page.getByRole('button', { name: 'Choose a CSV file' })).toHaveFocus();
  const input = page.getByLabelText('Choose a CSV file').last();
  await input.upload(new File(['x'.repeat(2_800_000)], 'large.csv', { type: 'text/csv' }));
  await expectVisible(toast('The file is too large. Split it into several files.'));
  await input.upload(new File([csv], 'people.csv', { type: 'text/csv' }));
  await expectVisible(
    page.getByText('1 person will be added, 0 changed, 0 stay as they are, 1 line cannot be used.'),
  );
  await expect
    .element(page.getByRole('region', { name: 'Plan of the import' }).getByRole('row').nth(1))
    .toHaveTextContent('3BrokennoneLeft outThe e-mail address is missing or not complete.');
  await expectAccessible();
  expect(server.calls('people.import')).toEqual([]);
  await page.getByRole('button', { name: 'Import 1 person' }).click();
  await expectVisible(toast('1 person added, 0 changed.'));
  expect(server.calls('people.import')[0]?.body).toEqual({ csv, plan: 'plan-1', invite: true });
});

test('DESK-02 an import without a mail server says so once, above the addresses of all invited people', async () => {
  const emails = ['zoe@example.test', 'yan@example.test', 'xia@example.test'];
  const csv = `name,email\n${emails.map((email) => `Person,${email}\n`).join('')}`;
  await openVault({
    at: AT,
    abilities: ADMINISTRATOR,
    replies: {
      'people.list': pageOf([BEN]),
      'people.planImport': {
        plan: 'plan-1',
        problem: null,
        lines: emails.map((email, n) => ({
          line: n + 2,
          action: 'add' as const,
          name: 'Person',
          email,
          changes: ['rights: none'],
          problem: null,
        })),
      },
      'people.import': {
        added: 3,
        changed: 0,
        invitations: emails.map((email) => ({ email, address: `https://vault.test/set-password#${email}` })),
      },
    },
  });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page
    .getByLabelText('Choose a CSV file')
    .last()
    .upload(new File([csv], 'people.csv', { type: 'text/csv' }));
  await page.getByRole('button', { name: 'Import 3 people' }).click();
  await expectVisible(dialog('Invitation').getByText(/No mail server is set up. Give these 3 addresses/));
  expect(
    dialog('Invitation')
      .getByText(/No mail server/)
      .elements(),
  ).toHaveLength(1);
  for (const email of emails) {
    await expect
      .element(page.getByRole('textbox', { name: `One-time address of ${email}` }))
      .toHaveValue(`https://vault.test/set-password#${email}`);
  }
  await expectAccessible();
  blockClipboard();
  await dialog('Invitation').getByRole('button', { name: 'Copy all' }).click();
  await expectVisible(toast(Messages.requestFailed));
});
