import { type EndpointName, Messages } from '@vault/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  choose,
  createRecord,
  expectAccessible,
  expectCount,
  expectGone,
  expectPath,
  expectRows,
  expectVisible,
  type FakeServer,
  filesTab,
  openVault,
  readingReplies,
  refusal,
  type Replies,
} from '../testing/index.ts';

const UNAVAILABLE = refusal(503, undefined, Messages.vaultUnavailable);
const bar = () =>
  page
    .getByRole('status')
    .filter({ hasText: 'The vault is not available at the moment. This page continues by itself.' });

const reading = (items: readonly string[]): Replies => readingReplies(createRecord(items), {});

/** The same calls, each of which is refused. */
const refused = (replies: Replies): Replies =>
  Object.fromEntries(Object.keys(replies).map((name) => [name as EndpointName, UNAVAILABLE]));

/** Ends the outage. The page asks again as soon as the network is back, and does not wait for its next probe. */
function endOutage(server: FakeServer, replies: Replies): void {
  server.reply(replies);
  dispatchEvent(new Event('online'));
}

test('SAFE-06 a folder opened during an outage waits without rows of the former folder', async () => {
  const record = createRecord(['Tax/return.txt', 'b.txt']);
  const { server } = await openVault({ record });
  const { folder, grid } = filesTab();
  await expectRows(['Tax', 'b.txt']);
  const replies = readingReplies(record, {});
  server.reply(refused({ ...replies, 'links.list': UNAVAILABLE }));
  await folder('Tax').click();
  await expectVisible(bar());
  await expectPath(['Files', 'Tax']);
  await expectGone(grid);
  await expectCount(page.getByText('The list could not be loaded'), 0);
  await page.getByRole('tab', { name: 'Links' }).click();
  await expectCount(page.getByText('The list could not be loaded'), 0);
  await page.getByRole('tab', { name: 'Files' }).click();
  endOutage(server, replies);
  await expectGone(bar());
  await expectRows(['return.txt']);
});

test('SAFE-06 the first load waits with the bar, without an error, and continues automatically', async () => {
  const replies = reading(['a.txt']);
  const { server } = await openVault({ replies: refused(replies) });
  await expectVisible(bar());
  await expectCount(page.getByText('The vault could not be loaded'), 0);
  await expectAccessible();
  endOutage(server, replies);
  await expectRows(['a.txt']);
  await expectGone(bar());
});

test('SAFE-06 SAFE-25 a dialog keeps its input, shows the message and does not retry automatically', async () => {
  const record = createRecord(['a.txt', 'b.txt']);
  const { server } = await openVault({ record });
  const replies = readingReplies(record, {});
  await choose('a.txt', 'Rename');
  const dialog = page.getByRole('dialog', { name: 'Rename' });
  const name = dialog.getByLabelText('Name', { exact: true });
  const rename = dialog.getByRole('button', { name: 'Rename' });
  await name.fill('other.txt');
  server.reply(refused({ ...replies, 'organise.renameFile': UNAVAILABLE }));
  await rename.click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(Messages.vaultUnavailable);
  await expectVisible(bar());
  endOutage(server, {
    ...replies,
    'organise.renameFile': ({ body }) => {
      record.remove('a.txt');
      record.add(body.name, { sfid: body.sfid });
      return { outcome: 'done' };
    },
  });
  await expectGone(bar());
  await expect.element(name).toHaveValue('other.txt');
  expect(server.calls('organise.renameFile')).toHaveLength(1);
  await rename.click();
  await expectRows(['b.txt', 'other.txt']);
});
