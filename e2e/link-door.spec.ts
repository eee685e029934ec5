import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { codeFor, linkPage, makeLink } from './support/link-page.ts';
import { deleteLink } from './support/links-tab.ts';
import { expect, test } from './support/test.ts';

const PHONE = { width: 390, height: 844 };

for (const viewport of [PHONE, { width: 1440, height: 900 }]) {
  test(`RECIP-01 RECIP-02 SHARE-33 the landing at ${viewport.width} px shows sender, items, message and expiry with one call`, async ({
    page,
    vaultApi,
    owner,
    picture,
  }) => {
    await vaultApi.put({ 'Papers/a.txt': 'a' });
    const url = await makeLink(vaultApi, {
      paths: ['Papers'],
      havePassword: true,
      password: 'x'.repeat(8),
      addName: true,
      message: 'Please look at these',
    });
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/')) calls.push(request.method());
    });
    await page.setViewportSize(viewport);
    await page.goto(url);
    await expect(linkPage(page).heading).toHaveText('Papers');
    await expect(page.getByText(`${owner.name} shares with you`)).toBeVisible();
    await expect(page.getByText('Please look at these')).toBeVisible();
    await expect(page.getByText(/^Available until/)).toBeVisible();
    expect(calls).toEqual(['GET']);
    expect(new URL(url).pathname).toMatch(/^\/s\/[\w-]{43}$/);
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect(overflow).toBeLessThanOrEqual(0);
    await expectAccessible(page);
    await picture(`landing-${viewport.width}`);
  });
}

test('UI-13 RECIP-03 MSG-P11 USE-24 a password protects the contents; wrong ones are reported, a reload needs none', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'Papers/secret.txt': 'a' });
  const url = await makeLink(vaultApi, { paths: ['Papers'], havePassword: true, password: 'Right123' });
  await page.setViewportSize(PHONE);
  await page.goto(url);
  const { password, problem, open } = linkPage(page);
  await expect(password).toBeFocused();
  await expect(page.getByText('secret.txt')).toHaveCount(0);
  await page.keyboard.type('wrong');
  await page.keyboard.press('Enter');
  await expect(problem).toHaveText('Incorrect password.');
  await password.fill('x'.repeat(401));
  await expect(password).toHaveValue('x'.repeat(400));
  // USE-24: pasted with a blank at each end.
  await password.fill(' Right123 ');
  await page.keyboard.press('Enter');
  await expect(open('secret.txt')).toBeVisible();
  await page.reload();
  await expect(open('secret.txt')).toBeVisible();
});

test('RECIP-04 a code by e-mail opens the link without revealing the recipients', async ({
  page,
  vaultApi,
  vault,
}) => {
  await vaultApi.put({ 'Papers/secret.txt': 'a' });
  const url = await makeLink(vaultApi, { paths: ['Papers'], receiveByEmails: ['zoe.door@example.test'] });
  await page.setViewportSize(PHONE);
  await page.goto(url);
  const { email, code, problem, open } = linkPage(page);
  await email.fill('no address');
  await page.keyboard.press('Enter');
  await expect(problem).toHaveText('Please enter the correct mailbox');
  await email.fill('Zoe.Door@example.test');
  await page.keyboard.press('Enter');
  await expect(code).toBeFocused();
  await expectAccessible(page);
  // A complete code is submitted automatically.
  await code.fill('000000');
  await expect(problem.filter({ hasText: 'The code is incorrect or has expired.' })).toBeVisible();
  await code.fill(await codeFor(vault, 'zoe.door@example.test'));
  await expect(open('secret.txt')).toBeVisible();
});

/** Makes a call of a link as another program with the same network address. */
async function callBehind(url: string, tail: string, data: object): Promise<number> {
  const { origin, pathname } = new URL(url);
  const path = `/api/v1/services/file-system/public/links/${pathname.split('/').at(-1)}${tail}`;
  const reply = await fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(data),
  });
  return reply.status;
}

const TOO_MANY = /^Too many attempts\. Please try again (on \w+ \d+ )?at \d+:\d\d [AP]M\.$/;

/** Finds an alert with a text anywhere on the page. */
const alertWith = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });

test('USE-06 five wrong attempts invalidate a code; a new code opens the link', async ({
  page,
  vaultApi,
  vault,
  picture,
}) => {
  await vaultApi.put({ 'Papers/secret.txt': 'a' });
  const recipients = ['zoe.six@example.test', 'ian.six@example.test'];
  const url = await makeLink(vaultApi, { paths: ['Papers'], receiveByEmails: recipients });
  // With the five wrong codes below, these stay under the limit of the link: ten a minute (GUARD-21).
  for (let n = 0; n < 4; n += 1) {
    expect(await callBehind(url, '/unlock', { email: recipients[1], code: '000000' })).toBe(403);
  }
  await page.clock.install();
  await page.setViewportSize(PHONE);
  await page.goto(url);
  const { email, code, open } = linkPage(page);
  const submit = page.getByRole('button', { name: 'Open', exact: true });
  const again = page.getByRole('button', { name: /^Send a new code/ });
  await email.fill(recipients[0]!);
  await page.keyboard.press('Enter');
  const right = await codeFor(vault, recipients[0]!);
  const wrongs = ['000000', '111111', '222222', '333333', '444444', '555555'].filter((one) => one !== right);
  for (const wrong of wrongs.slice(0, 4)) {
    await code.fill(wrong);
    await expect(alertWith(page, 'The code is incorrect or has expired.')).toBeVisible();
    await expect(submit).toBeEnabled();
  }
  await code.fill(wrongs[4]!);
  await expect(alertWith(page, 'This code does not work any more. Please ask for a new code.')).toBeVisible();
  await expect(submit).toBeDisabled();
  await expect(again).toBeDisabled();
  await expectAccessible(page);
  await picture('code-ended');
  await page.clock.fastForward(30_000);
  await again.click();
  await expect(submit).toBeEnabled();
  await expect(code).toHaveValue('');
  const codes = async () => (await vault.mails()).filter((mail) => mail.includes(recipients[0]!));
  await expect.poll(async () => (await codes()).length).toBeGreaterThanOrEqual(3);
  await code.fill(await codeFor(vault, recipients[0]!));
  await expect(open('secret.txt')).toBeVisible();
});

test('USE-06 USE-48 after five codes in an hour a recipient sees when the next code can be requested', async ({
  page,
  vaultApi,
  picture,
}) => {
  await vaultApi.put({ 'Papers/secret.txt': 'a' });
  const recipients = ['zoe.wait@example.test', 'ian.wait@example.test'];
  const url = await makeLink(vaultApi, { paths: ['Papers'], receiveByEmails: recipients });
  for (let n = 0; n < 5; n += 1) {
    expect(await callBehind(url, '/verify-email', { email: recipients[0] })).toBe(200);
  }
  await page.clock.install();
  await page.setViewportSize(PHONE);
  await page.goto(url);
  const { email, code } = linkPage(page);
  await email.fill(recipients[0]!);
  await page.keyboard.press('Enter');
  await expect(alertWith(page, TOO_MANY)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send code (60 min)' })).toBeDisabled();
  await expectAccessible(page);
  await picture('code-wait');
  await page.clock.fastForward('59:20');
  await expect(page.getByRole('button', { name: /^Send code \(\d+ s\)$/ })).toBeDisabled();
  await page.clock.fastForward('00:41');
  await expect(page.getByRole('button', { name: 'Send code', exact: true })).toBeEnabled();
  await email.fill(recipients[1]!);
  await page.keyboard.press('Enter');
  await expect(code).toBeFocused();
});

test('USE-48 after ten wrong passwords Open is disabled until the time that the page shows', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'Papers/secret.txt': 'a' });
  const url = await makeLink(vaultApi, { paths: ['Papers'], havePassword: true, password: 'Right123' });
  for (let n = 0; n < 10; n += 1) expect(await callBehind(url, '/unlock', { password: 'wrong' })).toBe(403);
  await page.goto(url);
  await linkPage(page).password.fill('Right123');
  await page.keyboard.press('Enter');
  await expect(alertWith(page, TOO_MANY)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open (15 min)' })).toBeDisabled();
});

test('RECIP-02 D-28 USE-16 a deleted, unknown or targetless link shows a message and nothing else', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'Papers/a.txt': 'a', 'Gone/b.txt': 'b' });
  const deleted = await makeLink(vaultApi, { paths: ['Papers'] });
  const gone = await makeLink(vaultApi, { paths: ['Gone'] });
  await deleteLink(vaultApi, 'Papers');
  await vaultApi.trash('Gone');
  const { heading } = linkPage(page);
  for (const [url, message] of [
    [deleted, 'This link is no longer available.'],
    [`${new URL(deleted).origin}/s/unknown`, 'This link is no longer available.'],
    [`${new URL(deleted).origin}/r/unknown`, 'This link is no longer available.'],
  ] as const) {
    await page.goto(url);
    await expect(heading).toHaveText(message);
    await expect(page.getByText('Papers')).toHaveCount(0);
  }
  await page.goto(gone);
  // USE-16: the page does not name the target that is gone.
  await expect(heading).toHaveText('The firm has withdrawn this.');
  await expect(page.getByText('b.txt')).toHaveCount(0);
  await expect(page.getByText('check that the address')).toHaveCount(0);
  await expectAccessible(page);
});

test('a visit whose link is deleted ends at its next call', async ({ page, vaultApi }) => {
  await vaultApi.put({ 'Papers/In/a.txt': 'a' });
  const url = await makeLink(vaultApi, { paths: ['Papers'] });
  await page.goto(url);
  const { open, heading } = linkPage(page);
  await expect(open('In')).toBeVisible();
  await deleteLink(vaultApi, 'Papers');
  await open('In').click();
  await expect(heading).toHaveText('This link is no longer available.');
});
