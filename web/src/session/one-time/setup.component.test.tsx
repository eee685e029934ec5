import { Messages } from '@vault/contract';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  expectAccessible,
  expectTexts,
  expectVisible,
  openApp,
  press,
  refusal,
  startServer,
} from '../../testing/index.ts';

const TOKEN = 'A'.repeat(43);
const FIRST = { purpose: 'first-administrator', account: null } as const;
const ENDED = refusal(410, 'ONE_TIME_ADDRESS_ENDED', Messages.oneTimeAddressEnded);
const ZOE = {
  name: 'Zoe Meier',
  email: 'zoe@example.test',
  password: 'seven green bottles',
  recordName: 'Acme Ltd',
};
const alert = () => page.getByRole('alert');
const endedPage = () => page.getByRole('heading', { name: 'This address does not work any more' });

async function fill(): Promise<void> {
  await page.getByLabelText('Your name').fill(ZOE.name);
  await page.getByLabelText('Your e-mail').fill(ZOE.email);
  await page.getByLabelText('Password', { exact: true }).fill(ZOE.password);
  await page.getByLabelText('First client record').fill(ZOE.recordName);
  await press('Enter');
}

test('GUARD-03 the first administrator is made by keyboard; each field names its problem', async () => {
  const server = startServer({ 'oneTime.readAddress': FIRST, 'oneTime.setUp': true });
  await openApp(`/setup#${TOKEN}`);
  await expect.element(page.getByLabelText('Your name')).toHaveFocus();
  await expectAccessible();
  await press('Enter');
  await expectTexts(alert(), [
    'Please enter your name.',
    'Please enter your e-mail.',
    Messages.passwordTooShort,
    'Please enter the name of a client.',
  ]);
  await expectAccessible();
  await userEvent.keyboard(ZOE.name);
  await press('Tab');
  await userEvent.keyboard('zoe');
  await press('Enter');
  await expectVisible(alert().getByText(Messages.mailboxInvalid));
  await page.getByLabelText('Your e-mail').clear();
  await userEvent.keyboard(ZOE.email);
  await press('Tab');
  await userEvent.keyboard(ZOE.password);
  // The button that shows the password is between both fields.
  await press('Tab', 'Tab');
  await userEvent.keyboard(ZOE.recordName);
  await press('Enter');
  await expect.element(page.getByRole('heading', { name: 'The vault is ready' })).toHaveFocus();
  expect(server.calls('oneTime.setUp').map(({ body }) => body)).toEqual([{ ...ZOE, token: TOKEN }]);
  await expectAccessible();
});

test.each([
  [409, 'PERSON_EXISTS', Messages.personExists, 'Your e-mail'],
  [400, 'NEW_PASSWORD_COMMON', Messages.passwordCommon, 'Password'],
  [500, 'INTERNAL_ERROR', Messages.unexpectedFailure, 'First client record'],
] as const)('GUARD-03 a refusal is shown at its field (%i %s)', async (status, code, text, label) => {
  startServer({ 'oneTime.readAddress': FIRST, 'oneTime.setUp': refusal(status, code, text) });
  await openApp(`/setup#${TOKEN}`);
  await fill();
  await expectTexts(alert(), [text]);
  await expect.element(page.getByLabelText(label, { exact: true })).toHaveFocus();
});

test('GUARD-03 an address that ended says that a start prints a new one', async () => {
  const server = startServer({ 'oneTime.readAddress': FIRST, 'oneTime.setUp': ENDED });
  await openApp(`/setup#${TOKEN}`);
  await fill();
  await expectVisible(endedPage());
  await expectTexts(alert(), [/prints a new address at each start\.$/]);
  await expectAccessible();
  expect(server.calls('oneTime.setUp')).toHaveLength(1);
});

test('GUARD-03 a used address, and one of a mail, make nothing', async () => {
  const account = { name: ZOE.name, email: ZOE.email };
  startServer({
    'oneTime.readAddress': ({ body }) =>
      body.token === 'used' ? ENDED : { purpose: 'password-reset', account },
  });
  await openApp('/setup#used');
  await expectVisible(endedPage());
  await openApp(`/setup#${TOKEN}`);
  await expectVisible(endedPage().first());
});
