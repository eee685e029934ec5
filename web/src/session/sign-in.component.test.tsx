import { type Abilities, Messages } from '@vault/contract';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { withResolvers } from '../kit/with-resolvers.ts';
import {
  createRecord,
  expectCount,
  expectPath,
  expectRows,
  expectTexts,
  expectVisible,
  filesTab,
  idOf,
  openApp,
  openVault,
  PERSON_ID,
  press,
  readingReplies,
  refusal,
  sessionOf,
  startServer,
} from '../testing/index.ts';

const PASSWORD = 'correct horse battery staple';
const ACME = idOf('rec', 'Acme');
const RECORDS = [
  { sfid: PERSON_ID, name: 'Ada Byron' },
  { sfid: ACME, name: 'Acme Ltd' },
];

const vaultTab = () => page.getByRole('tab', { name: 'Files' });
const signInButton = () => page.getByRole('button', { name: 'Sign in' });
const problem = () => page.getByRole('alert');

/** Starts a server on which Ada has an account with a password. */
function startAccounts(items: readonly string[] = [], abilities: Partial<Abilities> = {}) {
  const record = createRecord(items);
  const server = startServer({
    ...readingReplies(record, abilities),
    'session.methods': { accounts: true, passwordReset: false, oidc: null },
    'session.demoAccounts': [],
    'session.signOut': true,
    'session.signIn': ({ body }) =>
      body.password === PASSWORD
        ? { ...sessionOf(abilities), accessToken: 'token-of-ada' }
        : refusal(401, 'WRONG_CREDENTIALS', Messages.wrongCredentials),
  });
  return { server, record };
}

async function enter(password: string, email = 'ada@example.test'): Promise<void> {
  await page.getByLabelText('E-mail').fill(email);
  await page.getByLabelText('Password').fill(password);
  await signInButton().click();
}

test('GUARD-01 a demo server says on the sign-in page that it is a demo', async () => {
  const ada = { name: 'Ada Byron', email: 'ada@example.test', password: PASSWORD, description: 'Everything' };
  startServer({
    'session.methods': { accounts: true, passwordReset: false, oidc: null },
    'session.demoAccounts': [ada],
  });
  await openApp('/login');
  const notice = 'This vault is a demo: everybody who can open this page can use these accounts.';
  await expectVisible(page.getByText(notice));
  await expectVisible(page.getByRole('button', { name: /Ada Byron/ }));
});

async function signOut(): Promise<void> {
  await page.getByRole('button', { name: /account of Ada Byron/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expectVisible(signInButton());
}

/**
 * Checks a condition at each change of the page.
 * @returns a function that stops the checks and returns whether the condition was ever true
 */
function watch(isMet: () => boolean): () => boolean {
  let wasMet = isMet();
  const observer = new MutationObserver(() => {
    wasMet ||= isMet();
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  return () => {
    observer.disconnect();
    return wasMet;
  };
}

test('AUTH-01 SHELL-01 the sign-in works by keyboard only', async () => {
  startAccounts();
  await openApp('/');
  await expect.element(page.getByLabelText('E-mail')).toHaveFocus();
  await expect.element(page.getByLabelText('Password')).toHaveAttribute('type', 'password');
  expect(location.pathname).toBe('/login');
  await userEvent.keyboard('ada@example.test');
  await press('Tab');
  await userEvent.keyboard(PASSWORD);
  await press('Enter');
  await expectVisible(vaultTab());
  expect(location.pathname).toBe('/vault');
});

test('AUTH-02 wrong credentials show the message of the server; an empty e-mail has a message', async () => {
  startAccounts();
  await openApp('/');
  await enter('not the password');
  await expectTexts(problem(), ['Incorrect e-mail or password.']);
  await page.getByLabelText('E-mail').fill('');
  await signInButton().click();
  await expectTexts(problem(), ['Please enter your e-mail.']);
  await enter(PASSWORD);
  await expectVisible(vaultTab());
});

test('AUTH-02 USE-48 too many attempts show until when the sign-in is refused', async () => {
  const { server } = startAccounts();
  server.reply({
    'session.signIn': () =>
      Response.json(
        { code: 429, data: null, errorMessage: Messages.tooManyAttempts, errorCode: 'RATE_LIMITED' },
        { status: 429, headers: { 'Retry-After': '600' } },
      ),
  });
  await openApp('/');
  await enter(PASSWORD);
  await expectTexts(problem(), [/^Too many attempts\. Please try again (on \w+ \d+ )?at \d+:\d\d.[AP]M\.$/]);
  await expect.element(signInButton()).toBeEnabled();
});

test('AUTH-03 SHELL-01 an address that needs a session opens after the sign-in', async () => {
  const { record } = startAccounts(['Letters/']);
  await openApp(`/vault?folder=${record.item('Letters').sfid}`);
  await enter(PASSWORD);
  await expectPath(['Files', 'Letters']);
});

test('SHELL-01 an unknown address opens the root', async () => {
  await openVault({ items: ['Letters/'] });
  await expectRows(['Letters']);
  history.pushState(null, '', '/no/such/place');
  dispatchEvent(new PopStateEvent('popstate'));
  await expect.poll(() => location.pathname).toBe('/vault');
  await expectPath(['Files']);
});

test('AUTH-03 after a sign-out the next user starts at the root', async () => {
  startAccounts(['Private/']);
  await openApp('/');
  await enter(PASSWORD);
  await filesTab().folder('Private').click();
  await expectPath(['Files', 'Private']);
  await signOut();
  await enter(PASSWORD);
  await expectPath(['Files']);
  expect(location.pathname + location.search).toBe('/vault');
});

test('SCOPE-02 SHELL-08 SHELL-09 SHELL-10 SHELL-11 MSG-01 MSG-02 without read there are no tabs', async () => {
  startAccounts([], { read: false });
  await openApp('/');
  const hadTabs = watch(() => document.querySelector('[role=tab], [role=grid]') !== null);
  await enter(PASSWORD);
  await expectVisible(page.getByText('You do not have access to Document Vault'));
  await expectVisible(page.getByText('Please contact site admin.'));
  await expectCount(page.getByRole('tab'), 0);
  expect(hadTabs()).toBe(false);
  await signOut();
});

test('SHELL-08 SHELL-09 a reload without the read permission never shows the tabs', async () => {
  const hadTabs = watch(() => document.querySelector('[role=tab], [role=grid]') !== null);
  await openVault({ items: ['Letters/'], abilities: { read: false } });
  await expectVisible(page.getByText('Please contact site admin.'));
  expect(hadTabs()).toBe(false);
});

test('SHELL-08 only a loader is shown until permissions and record are loaded', async () => {
  const session = withResolvers<void>();
  const records = withResolvers<void>();
  const hadNoAccess = watch(() => (document.body.textContent ?? '').includes('You do not have access'));
  const { server } = await openVault({
    replies: {
      'session.me': () => session.promise.then(() => sessionOf({})),
      'session.records': () => records.promise.then(() => RECORDS.slice(0, 1)),
    },
  });
  const loader = page.getByRole('status').filter({ hasText: 'Loading your vault' });
  await expectVisible(loader);
  session.resolve();
  await expect.poll(() => server.calls('session.records').length).toBe(1);
  await expectVisible(loader);
  await expectCount(vaultTab(), 0);
  records.resolve();
  await expectVisible(vaultTab());
  expect(hadNoAccess()).toBe(false);
});

test('SHELL-12 C55 a user switches between several records, each with its own address', async () => {
  const own = createRecord(['My own papers/']);
  const acme = createRecord(['Acme papers/']);
  const { server } = await openVault({ record: own, replies: { 'session.records': RECORDS } });
  const listOf = (recordId: string) => (recordId === ACME ? acme : own).itemsOf('');
  server.reply({
    'files.list': ({ params }) => {
      const content = listOf(params.recordId);
      return { content, totalElements: content.length, numberOfElements: content.length };
    },
    'tree.folders': ({ params }) => (params.recordId === ACME ? acme : own).tree(),
  });
  await expectRows(['My own papers']);
  await page.getByRole('combobox', { name: 'Client record' }).click();
  await page.getByTitle('Acme Ltd').last().click();
  await expectRows(['Acme papers']);
  expect(location.search).toBe(`?record=${ACME}`);
  history.back();
  await expectRows(['My own papers']);
});

/** Opens the vault of Ada, whose own record is empty, with Acme as her only client. */
async function openWithOneClient(at = ''): Promise<void> {
  const acme = createRecord(['Acme papers/']);
  const nothing = createRecord([]);
  await openVault({
    record: nothing,
    at,
    replies: {
      'session.records': RECORDS,
      'files.list': ({ params }) => {
        const content = (params.recordId === ACME ? acme : nothing).itemsOf('');
        return { content, totalElements: content.length, numberOfElements: content.length };
      },
      'tree.folders': ({ params }) => (params.recordId === ACME ? acme : nothing).tree(),
    },
  });
}

test('USE-48 an empty own record stays open when the address names it, as after a reload', async () => {
  await openWithOneClient(`?record=${PERSON_ID}`);
  await expectVisible(page.getByText('No Data'));
  expect(location.search).toBe(`?record=${PERSON_ID}`);
});

test('USE-48 a user with an empty vault and one client starts in the client record', async () => {
  await openWithOneClient();
  await expectRows(['Acme papers']);
  expect(location.search).toBe(`?record=${ACME}`);
  await page.getByRole('combobox', { name: 'Client record' }).click();
  await page.getByTitle('Ada Byron').last().click();
  await expectVisible(page.getByText('No Data'));
  expect(location.search).toBe(`?record=${PERSON_ID}`);
});

test('PERM-22 a record without access shows the no-access page with a link to the own vault', async () => {
  await openVault({ items: ['Mine/'], at: `?record=${idOf('rec', 'Birch')}` });
  await expectVisible(page.getByText('You do not have access to Document Vault'));
  await expectCount(page.getByRole('tab'), 0);
  await page.getByRole('button', { name: 'Open your own vault' }).click();
  await expectRows(['Mine']);
  expect(location.search).toBe('');
});

test('AUTH-01 two clicks on Sign in send one call, also after a failure', async () => {
  const { server } = startAccounts();
  const pressTwice = () => {
    const button = signInButton().element() as HTMLElement;
    for (let n = 0; n < 2; n += 1) button.click();
  };
  await openApp('/');
  await enter('not the password');
  await expectTexts(problem(), ['Incorrect e-mail or password.']);
  await page.getByLabelText('Password').fill(PASSWORD);
  await expect.element(signInButton()).toBeEnabled();
  pressTwice();
  await expectVisible(vaultTab());
  expect(server.calls('session.signIn')).toHaveLength(2);
});
