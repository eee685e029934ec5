import type { SharedLink } from '@vault/contract';
import { expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import {
  boxOf,
  expectAccessible,
  expectCount,
  expectTexts,
  expectVisible,
  filesTab,
  linkOf,
  linksReply,
  linksTab,
  openVault,
  press,
  refusal,
  toast,
} from '../testing/index.ts';

const GREEN = 'rgb(26, 116, 64)';
const RED = 'rgb(180, 35, 24)';
const GREY = 'rgb(86, 96, 114)';
const SECOND = /^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d [AP]M$/;

/** The items of the open drop-down list. */
const options = () =>
  [
    ...document.querySelectorAll(
      '.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option',
    ),
  ].map((option) => option.textContent);

async function chooseStatus(label: string): Promise<void> {
  await linksTab().status.click();
  await page.getByTitle(label).last().click();
}

/** Waits until the first cells of the rows have these texts. */
const expectNames = (names: readonly string[]) =>
  expect
    .poll(() =>
      linksTab()
        .rows.elements()
        .map((row) => row.querySelector('td')?.textContent),
    )
    .toEqual(names);

const openLinks = (links: () => readonly SharedLink[], at = '') =>
  openVault({ at: `?tab=2${at}`, replies: { 'links.list': linksReply(links) } });

test('LINKS-01 LINKS-02 LINKS-03 T-24 the filter shows each status, Search reloads, Reset shows all', async () => {
  const tax = linkOf('Tax');
  const old = linkOf('Old', { status: 'Deleted', deleted: true });
  let links = [tax, old];
  const { server } = await openLinks(() => links);
  const { status, reset, search } = linksTab();
  await expectNames(['Tax', 'Old']);
  await status.click();
  await expect.poll(options).toEqual(['Any', 'Active Links', 'Expired Links', 'Deleted Links']);
  await page.getByTitle('Active Links').last().click();
  await expectNames(['Tax']);
  await chooseStatus('Deleted Links');
  await expectNames(['Old']);
  await chooseStatus('Expired Links');
  await expectVisible(page.getByText('No Data'));
  await reset.click();
  await expectNames(['Tax', 'Old']);
  const asked = () => server.calls('links.list').map(({ query }) => query.status);
  expect(asked()).toEqual(['Any', 'Active', 'Deleted', 'Expired', 'Any']);
  links = [linkOf('New'), ...links];
  await search.click();
  await expectNames(['New', 'Tax', 'Old']);
  links = [linkOf('Newer'), ...links];
  await reset.click();
  await expectNames(['Newer', 'New', 'Tax', 'Old']);
  // Each of the clicks above has sent one request.
  expect(asked()).toHaveLength(7);
});

test('LINKS-07 LINKS-08 LINKS-10 LINKS-12 LINKS-13 LINKS-14 LINKS-15 LINKS-19 LINKS-23 a row shows its link', async () => {
  const long = `${'A rather long name '.repeat(8)}.pdf`;
  await openLinks(() => [
    linkOf('a.txt', {
      isFile: true,
      access: 'SpecificRecipients',
      receiveByEmail: 'a@x.test;bob@example.test;carl@example.test',
    }),
    linkOf('Tax'),
    linkOf('Old', { status: 'Deleted', deleted: true }),
    linkOf(long, { isFile: true }),
  ]);
  const { cells, row } = linksTab();
  await expectTexts(cells('a.txt'), [
    'a.txt',
    SECOND,
    '-',
    /Ada Byron$/,
    'a@x.test+2',
    'Active',
    '0',
    'Share',
    'View Details',
  ]);
  await expectTexts(cells('Tax').nth(4), ['Anyone']);
  await row('a.txt').getByText('+2').hover();
  await expect
    .element(page.getByRole('tooltip'))
    .toMatchTextContent(/bob@example\.test\s*carl@example\.test/);
  await row('A rather long').getByRole('cell').first().hover();
  await expectVisible(page.getByRole('tooltip').filter({ hasText: long.trim() }).first());

  // A file has the icon of its type; every other target has the folder icon.
  const icon = (name: string) => cells(name).first().element().querySelector('svg')?.innerHTML;
  expect(icon('a.txt')).not.toBe(icon('Tax'));
  expect(icon('A rather long')).not.toBe(icon('a.txt'));
  expect(icon('Old')).toBe(icon('Tax'));
});

test('SCOPE-11 LINKS-11 LINKS-16 LINKS-24 LIMIT-23 MSG-20 MSG-21 the status has a colour, and missing data is a dash', async () => {
  const { server } = await openLinks(() => [
    linkOf('Tax'),
    linkOf('Old', { status: 'Deleted', deleted: true }),
    linkOf('Late', { status: 'Expired', createBy: null }),
  ]);
  const { cells, viewDetails, more, search } = linksTab();
  const color = (name: string) => {
    const tag = [...cells(name).nth(5).element().querySelectorAll('span')].at(-1);
    return tag === undefined ? '' : getComputedStyle(tag).color;
  };
  await expectTexts(cells('Old').nth(5), ['Deleted']);
  expect(['Tax', 'Old', 'Late'].map(color)).toEqual([GREEN, RED, GREY]);
  await expectTexts(cells('Late').nth(5), ['Expired']);
  await expectTexts(cells('Late').nth(3), ['-']);
  await expectVisible(viewDetails('Old'));
  await expectCount(more('Old'), 0);
  await expectVisible(more('Tax'));
  // In the contract every link has a status. A reply that is a `Response` is not checked against the contract.
  const content = [{ ...linkOf('Unknown'), status: null }];
  const data = { content, totalElements: 1, numberOfElements: 1 };
  server.reply({ 'links.list': () => Response.json({ code: 200, data, errorMessage: null }) });
  await search.click();
  await expectTexts(cells('Unknown').nth(5), ['-']);
});

test('LINKS-06 LINKS-09 LINKS-17 LINKS-20 LINKS-21 LINKS-22 LINKS-36 LINKS-37 LINKS-38 LINKS-39 LIMIT-28 pages, size and order', async () => {
  const names = Array.from({ length: 12 }, (_, n) => `Folder ${n + 10}`);
  const newest = names.toReversed();
  const { server } = await openLinks(() => newest.map((name) => linkOf(name)));
  const { pages, sortBy, table, panel } = linksTab();
  await expectNames(newest.slice(0, 10));
  await expect.element(pages).toMatchTextContent(/Total 12 item/);
  const last = () => {
    const { page: at, size, sort } = server.calls('links.list').at(-1)?.query ?? {};
    return [at, size, sort];
  };
  expect(last()).toEqual([0, 10, undefined]);
  await pages.getByRole('listitem', { name: '2' }).click();
  await expectNames(newest.slice(10));
  expect(last()).toEqual([1, 10, undefined]);

  await sortBy('Item Name');
  await expectNames(names.slice(0, 10));
  expect(last()).toEqual([0, 10, 'fileName,asc']);
  await sortBy('Item Name');
  await expectNames(newest.slice(0, 10));
  expect(last()).toEqual([0, 10, 'fileName,desc']);
  await sortBy('Item Name');
  await expect.poll(last).toEqual([0, 10, undefined]);
  await sortBy('Date Created');
  await expect.poll(last).toEqual([0, 10, 'createTime,asc']);
  await sortBy('View');
  await expect.poll(last).toEqual([0, 10, 'accessTimes,asc']);
  for (const title of ['Last Accessed', 'Created By', 'Recipients', 'Status', 'Action']) {
    await expectCount(table.getByRole('button', { name: title }), 0);
  }

  await pages.getByRole('combobox', { name: 'Items per page' }).click();
  await expect.poll(options).toEqual(['10 / page', '20 / page', '30 / page', '40 / page', '50 / page']);
  await page.getByTitle('20 / page').last().click();
  await expectCount(linksTab().rows, 12);
  await expect.poll(last).toEqual([0, 20, 'accessTimes,asc']);

  await chooseStatus('Active Links');
  await page.getByRole('tab', { name: 'Files' }).click();
  await expectVisible(filesTab().grid);
  await page.getByRole('tab', { name: 'Links' }).click();
  // The click resets everything except the page size, which is stored (USE-40).
  await expectNames(newest);
  await expect.element(panel).toMatchTextContent(/StatusAny/);
  expect(last()).toEqual([0, 20, undefined]);
});

test('LINKS-38 twelve rows scroll below the header in a window that is 650 pixels high', async () => {
  await page.viewport(1440, 650);
  const links = Array.from({ length: 12 }, (_, n) => linkOf(`Folder ${n + 10}`));
  await openLinks(() => links, '&size=20');
  await expectCount(linksTab().rows, 12);
  const frame = linksTab().table.element().parentElement;
  const room = (frame?.clientHeight ?? 0) - (frame?.querySelector('thead')?.offsetHeight ?? 0);
  expect(room).toBeGreaterThanOrEqual(443);
  expect(room).toBeLessThanOrEqual(443 + 11);
});

test('LINKS-25 LINKS-26 LINKS-27 the menu has no Go to Folder when the folder is gone', async () => {
  await openLinks(() => [linkOf('a.txt', { parentIsExist: false }), linkOf('b.txt')]);
  await linksTab().more('a.txt').click();
  await expectTexts(page.getByRole('menuitem'), ['Copy Link', 'Open Link', 'Delete Link']);
});

test('GUARD-12 without the share permission nothing offers to copy or open a link', async () => {
  await openVault({
    at: '?tab=2',
    abilities: { share: false },
    replies: { 'links.list': linksReply(() => [linkOf('a.txt', { accessUrl: null })]) },
  });
  await linksTab().more('a.txt').click();
  await expectTexts(page.getByRole('menuitem'), ['Go to Folder']);
  await press('Escape');
  await linksTab().viewDetails('a.txt').click();
  const details = page.getByRole('dialog', { name: /^Links Details/ });
  await expectVisible(details);
  await expectCount(details.getByRole('term').filter({ hasText: /^Link$/ }), 0);
  for (const name of [/[Cc]opy/, 'Open Link']) await expectCount(details.getByRole('button', { name }), 0);
});

test('GUARD-11 a link whose maker lost access says so in its row and its details', async () => {
  await openLinks(() => [linkOf('a.txt', { makerState: 'NoAccess' }), linkOf('b.txt')]);
  const { cells, row, viewDetails } = linksTab();
  await expectTexts(cells('a.txt').nth(5), ['ActiveEnded']);
  await expectTexts(cells('b.txt').nth(5), ['Active']);
  await row('a.txt').getByRole('button', { name: 'Ended' }).hover();
  const sentence = 'Ended: Ada Byron no longer has access.';
  await expectVisible(page.getByRole('tooltip').filter({ hasText: sentence }));
  await viewDetails('a.txt').click();
  const details = page.getByRole('dialog', { name: /^Links Details/ });
  await expectVisible(details.getByRole('definition').filter({ hasText: sentence }));
  await expectAccessible();
});

test('LINKS-41 deleting the last row of the last page shows the first page', async () => {
  let links = [...Array.from({ length: 10 }, (_, n) => linkOf(`Tax ${n}`)), linkOf('Oldest')];
  const { server } = await openLinks(() => links, '&page=2&status=Active');
  server.reply({
    'links.remove': ({ params }) => {
      links = links.filter(({ id }) => id !== params.id);
      return true;
    },
  });
  await expectNames(['Oldest']);
  await linksTab().more('Oldest').click();
  await page.getByRole('menuitem', { name: 'Delete Link' }).click();
  await page
    .getByRole('dialog', { name: 'Confirm Deletion' })
    .getByRole('button', { name: 'Confirm' })
    .click();
  await expectVisible(toast('Deleted successfully.'));
  await expectCount(linksTab().rows, 10);
  expect(location.search).not.toContain('page=2');
  await expect.element(linksTab().pages).toMatchTextContent(/Total 10 item/);
});

test('USE-11 a list that cannot be loaded shows an error and a retry button', async () => {
  const { server } = await openVault({
    at: '?tab=2',
    replies: { 'links.list': refusal(500, 'INTERNAL_ERROR') },
  });
  await expectVisible(page.getByText('The list could not be loaded'));
  await expectAccessible();
  server.reply({ 'links.list': linksReply(() => [linkOf('Tax')]) });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectVisible(linksTab().row('Tax'));
});

test('SHELL-07 at 1050 pixels the actions of a link stay visible while the other columns scroll', async () => {
  await page.viewport(1050, 800);
  await openLinks(() => [linkOf('Tax')]);
  const { row, exportLinks, search, more, table } = linksTab();
  await expectVisible(row('Tax'));
  const isInView = (locator: Locator) => boxOf(locator).left >= 0 && boxOf(locator).right <= innerWidth;
  expect([exportLinks, search, more('Tax')].map(isInView)).toEqual([true, true, true]);
  const frame = table.element().parentElement;
  expect(frame?.scrollWidth).toBeGreaterThan(frame?.clientWidth ?? 0);
  expect(document.documentElement.scrollWidth).toBe(1050);
  await page.viewport(1440, 800);
  await expect.poll(() => (frame?.scrollWidth ?? 0) - (frame?.clientWidth ?? 0)).toBe(0);
});
