import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react/pure';
import {
  createRecord,
  expectCount,
  expectRows,
  expectTexts,
  expectVisible,
  type FakeServer,
  idOf,
  openApp,
  openVault,
  PERSON_ID,
} from '../../testing/index.ts';

const numberOf = (n: number) => String(n).padStart(4, '0');
const OWN = { sfid: PERSON_ID, name: 'Ada Byron' };
const CLIENTS = Array.from({ length: 2000 }, (_, n) => ({
  sfid: `recClient${numberOf(n)}`.padEnd(18, '0'),
  name: `Client ${numberOf(n)}`,
}));
const idOfClient = (n: number) => CLIENTS[n]?.sfid ?? '';

/** Opens the vault of a person who can open 2,000 records of clients, each with one folder of its name. */
async function openVaultOfStaff(at = '', clients = CLIENTS): Promise<FakeServer> {
  const all = [OWN, ...clients];
  const folderOf = (recordId: string) =>
    createRecord(recordId === PERSON_ID ? [] : [`${all.find(({ sfid }) => sfid === recordId)?.name}/`]);
  const { server } = await openVault({
    at,
    replies: {
      'session.records': ({ query: { search = '', ids, page: number, size = all.length } }) =>
        all
          .filter(({ sfid }) => ids?.includes(sfid) ?? true)
          .filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
          .slice(number * size, (number + 1) * size),
      'tree.folders': ({ params }) => folderOf(params.recordId).tree(),
      'files.list': ({ params }) => {
        const content = folderOf(params.recordId).itemsOf('');
        return { content, totalElements: content.length, numberOfElements: content.length };
      },
    },
  });
  return server;
}

const switcher = () => page.getByRole('combobox', { name: 'Client record' });
const choice = (name: string) => page.getByTitle(name).last();
const shown = () => page.elementLocator(document.body).getByText(/^Client \d{4}$/);
/** Scrolls the open list. */
function scrollTo(top: number): void {
  let box = choice('Client 0000').element().parentElement;
  while (box !== null && getComputedStyle(box).overflowY !== 'auto') box = box.parentElement;
  if (box === null) throw new Error('The list does not scroll');
  box.scrollTop = top;
}
const asked = (server: FakeServer) => server.calls('session.records').map(({ query }) => query);

test('SPEED-02 C55 of 2,000 records one page is loaded; the list loads more as it is scrolled', async () => {
  const server = await openVaultOfStaff(`?record=${PERSON_ID}`);
  await expectVisible(page.getByText('No Data'));
  expect(asked(server)).toEqual([{ page: 0, size: 50 }]);
  await switcher().click();
  await expectVisible(choice('Client 0000'));
  scrollTo(1000);
  await expectVisible(choice('Client 0031'));
  expect(asked(server)).toHaveLength(1);
  scrollTo(10_000);
  await expect.poll(() => asked(server)).toEqual([0, 1].map((number) => ({ page: number, size: 50 })));
  await choice('Client 0066').click();
  await expectRows(['Client 0066']);
  expect(location.search).toBe(`?record=${idOfClient(66)}`);
  expect(asked(server)).toHaveLength(2);
});

test('SPEED-02 C55 the server searches among 2,000 records while the user types', async () => {
  const server = await openVaultOfStaff(`?record=${PERSON_ID}`);
  await expectVisible(page.getByText('No Data'));
  await switcher().click();
  await userEvent.keyboard('199');
  const found = ['Client 0199', 'Client 1199', ...Array.from({ length: 10 }, (_, n) => `Client 199${n}`)];
  await expectTexts(shown(), found);
  expect(asked(server).at(-1)).toEqual({ search: '199', page: 0, size: 50 });
  await userEvent.keyboard('7{Enter}');
  await expectRows(['Client 1997']);
  await expectVisible(page.getByTitle('Client 1997').first());
  // The chosen record is known, so it is not loaded again.
  expect(asked(server).some(({ ids }) => ids !== undefined)).toBe(false);
  await switcher().click();
  await userEvent.keyboard('nobody');
  await expectVisible(page.getByText('No record found'));
});

test('SPEED-02 SHELL-12 a record of a later page is opened by its address, and named by the switcher', async () => {
  const server = await openVaultOfStaff(`?record=${idOfClient(1500)}`);
  await expectRows(['Client 1500']);
  await expectVisible(page.getByTitle('Client 1500'));
  expect(asked(server)).toEqual([
    { page: 0, size: 50 },
    { page: 0, ids: [idOfClient(1500)] },
  ]);
});

test.each([
  ['of another person', idOf('rec', 'Other')],
  ['with an invalid id', 'nothing'],
])('SPEED-02 PERM-22 among 2,000 records a record %s shows the no-access page', async (_, record) => {
  await openVaultOfStaff(`?record=${record}`);
  await expectVisible(page.getByText('You do not have access to Document Vault'));
  await expectCount(page.getByRole('tab'), 0);
});

test('SPEED-02 USE-48 an empty own vault opens the last client, which is on a later page', async () => {
  const server = await openVaultOfStaff(`?record=${idOfClient(1500)}`);
  await expectRows(['Client 1500']);
  await cleanup();
  await openApp('/vault');
  await expectRows(['Client 1500']);
  await cleanup();
  // The client's record is closed by now.
  server.reply({ 'session.records': ({ query: { ids } }) => (ids ? [] : [OWN, ...CLIENTS.slice(0, 49)]) });
  await openApp('/vault');
  await expectVisible(page.getByText('No Data'));
  expect(location.search).toBe('');
});
