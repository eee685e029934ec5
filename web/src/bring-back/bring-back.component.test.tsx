import {
  type BringBackPlan,
  type CallData,
  type CallInput,
  type contract,
  Messages,
  type PastItem,
} from '@vault/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  expectCount,
  expectGone,
  expectTexts,
  expectVisible,
  focus,
  openVault,
  press,
  pressTwice,
  refusal,
  type Replies,
  toast,
} from '../testing/index.ts';

const MOMENTS: CallData<typeof contract.bringBack.moments> = {
  since: '2026-11-01T12:00:00.000Z',
  now: '2026-11-26T12:00:00.000Z',
  changes: Array.from({ length: 60 }, (_, part) => (part === 50 ? 9 : 0)),
};
const NONE = { count: 0, paths: [] };
const PLAN: BringBackPlan = {
  planId: 'first',
  target: 'Tax (as of 2026-11-25 12-00 UTC)',
  isMissing: false,
  folders: NONE,
  restored: { count: 2, paths: ['', '2024/invoice.pdf'] },
  movedBack: { count: 1, paths: ['2024/letter.pdf'] },
  newFiles: { count: 120, paths: ['2025/return.pdf'] },
  newVersions: NONE,
  toTrash: NONE,
  lost: { count: 1, paths: ['old.pdf'] },
  unchanged: 3,
};
const itemOf = (name: string, more: Partial<PastItem> = {}): PastItem => ({
  name,
  kind: 'file',
  sizeBytes: 1,
  present: 'same',
  isKept: true,
  ...more,
});

const dialog = () => page.getByRole('dialog', { name: 'Back to a moment' });
const items = () => dialog().getByRole('list', { name: 'Items at the moment' }).getByRole('listitem');

const EMPTY_TRASH = { content: [], totalElements: 0, numberOfElements: 0 };

/** Opens the dialog from an empty trash: files can be overwritten without any being deleted. */
async function openDialog(replies: Replies = {}) {
  const opened = await openVault({
    at: '?tab=3',
    items: ['Tax/'],
    replies: {
      'trash.list': EMPTY_TRASH,
      'trash.deleters': [],
      'bringBack.moments': MOMENTS,
      'bringBack.past': { items: [itemOf('a.txt')], total: 1 },
      'bringBack.plan': PLAN,
      ...replies,
    },
  });
  await page.getByRole('button', { name: 'Back to a moment…' }).click();
  return opened;
}

/** Chooses a moment by the keyboard, and continues to the plan. */
async function openPlan(replies: Replies = {}) {
  const opened = await openDialog(replies);
  await expectCount(items(), 1);
  focus(dialog().getByRole('slider'));
  await press('ArrowLeft');
  await dialog().getByRole('button', { name: 'Continue' }).click();
  return opened;
}

test('SAFE-05 people without edit permission cannot open a moment', async () => {
  await openVault({
    at: '?tab=3',
    abilities: { edit: false },
    replies: { 'trash.list': EMPTY_TRASH, 'trash.deleters': [] },
  });
  await expectVisible(page.getByText('No Data'));
  await expectCount(page.getByRole('button', { name: 'Back to a moment…' }), 0);
});

test('SAFE-05 the dialog begins with the whole record, and opens its folders', async () => {
  const { server } = await openDialog({
    'bringBack.past': ({ query: { path } }) =>
      path === '' ? { items: [itemOf('Tax', { kind: 'folder' })], total: 1 } : { items: [], total: 0 },
  });
  await dialog().getByRole('button', { name: 'Open Tax' }).click();
  await expectVisible(dialog().getByText('This folder was empty.'));
  expect(server.calls('bringBack.past').map(({ query }) => query.path)).toEqual(['', 'Tax']);
  await dialog().getByRole('button', { name: 'Files', exact: true }).click();
  await expectCount(items(), 1);
});

test('SAFE-05 the slider is moved by keys, and Now cannot be continued', async () => {
  const { server } = await openDialog();
  const expectMoment = (at: string) =>
    expect.poll(() => server.calls('bringBack.past').at(-1)?.query).toEqual({ path: '', at });
  const slider = dialog().getByRole('slider', { name: 'Moment' });
  await expect.element(slider).toHaveAttribute('aria-valuetext', 'Now');
  await expect.element(dialog().getByRole('button', { name: 'Continue' })).toBeDisabled();
  focus(slider);
  await press('ArrowLeft');
  await expectMoment('2026-11-26T11:00:00.000Z');
  await press('ArrowLeft');
  await expectMoment('2026-11-26T10:00:00.000Z');
  await expect.element(dialog().getByRole('button', { name: 'Continue' })).toBeEnabled();
  await dialog().getByRole('button', { name: 'Show now' }).click();
  await expect.element(dialog().getByRole('button', { name: 'Continue' })).toBeDisabled();
});

test('SAFE-05 the list says what became of each item, and how many more there are', async () => {
  await openDialog({
    'bringBack.past': {
      items: [
        itemOf('2025', { kind: 'folder', present: 'missing' }),
        itemOf('a.txt', { present: 'changed' }),
        itemOf('b.txt', { present: 'missing', isKept: false }),
      ],
      total: 5,
    },
  });
  await expectTexts(items(), [
    /^2025Not here now$/,
    /^a\.txtChanged since then1\.0 bytes$/,
    /^b\.txtNo longer kept/,
    'and 2 more',
  ]);
});

test.each([
  [
    'there was no such folder',
    refusal(404, 'NOT_FOUND', Messages.notFound),
    'There was no such folder at this moment.',
  ],
  [
    'the moment is not kept',
    refusal(400, 'VALIDATION_FAILED', Messages.momentNotKept),
    Messages.momentNotKept,
  ],
])('SAFE-05 the dialog says that %s', async (_what, reply, text) => {
  await openDialog({ 'bringBack.past': reply });
  await expectVisible(dialog().getByText(text));
});

test('SAFE-05 the dialog says that the vault keeps nothing', async () => {
  await openDialog({ 'bringBack.moments': { ...MOMENTS, since: MOMENTS.now } });
  await expectVisible(dialog().getByText(/does not keep deleted files/));
});

test('SAFE-05 the plan shows counts, names, and what cannot be brought back', async () => {
  await openPlan();
  await expectTexts(dialog().getByRole('heading'), [
    '2 items are restored from the trash',
    '1 item goes back to its former name and folder',
    '120 files are made',
    '1 file cannot be brought back: its content is no longer kept',
  ]);
  await expectVisible(dialog().getByText('The folder itself'));
  await expectVisible(dialog().getByText('2025 / return.pdf'));
  await expectVisible(dialog().getByText('and 119 more'));
  await expectVisible(dialog().getByText('3 files are as they were.'));
});

test('SAFE-05 a folder that is not there now is brought back in its place', async () => {
  const { server } = await openPlan({
    'bringBack.plan': { ...PLAN, isMissing: true },
    'bringBack.carryOut': { target: 'Tax', undoAt: null },
  });
  await expectVisible(dialog().getByText('There is no such folder now. It is brought back in its place.'));
  await expectCount(dialog().getByRole('radio'), 0);
  await dialog().getByRole('button', { name: 'Bring Back' }).click();
  await expectVisible(toast('Brought back.'));
  expect(server.calls('bringBack.carryOut')[0]?.body).toMatchObject({ mode: 'in-place' });
});

test('SAFE-05 nothing can be brought back when everything is as it was', async () => {
  await openPlan({
    'bringBack.plan': { ...PLAN, restored: NONE, movedBack: NONE, newFiles: NONE, lost: NONE },
  });
  await expectVisible(dialog().getByText('Everything is as it was.'));
  await expect.element(dialog().getByRole('button', { name: 'Bring Back' })).toBeDisabled();
  await dialog().getByRole('button', { name: 'Back', exact: true }).click();
  await expectVisible(dialog().getByRole('slider'));
});

test('SAFE-05 a plan that is no longer true is read and shown again', async () => {
  const { server } = await openPlan({
    'bringBack.carryOut': refusal(409, 'PLAN_CHANGED', Messages.planChanged),
  });
  await expectVisible(dialog().getByText('120 files are made'));
  const readBefore = server.calls('trash.list').length;
  server.reply({
    'bringBack.plan': { ...PLAN, planId: 'second', newFiles: { count: 121, paths: [] } },
  });
  await dialog().getByRole('button', { name: 'Bring Back' }).click();
  await expectVisible(toast(Messages.planChanged));
  await expectVisible(dialog().getByText('121 files are made'));
  // A part can have been done.
  await expect.poll(() => server.calls('trash.list').length).toBeGreaterThan(readBefore);
});

test('SAFE-05 Undo moves a folder that was made to the trash', async () => {
  const { server } = await openPlan({
    'bringBack.carryOut': { target: PLAN.target, undoAt: null },
    'organise.moveToTrash': true,
  });
  await dialog().getByRole('button', { name: 'Bring Back' }).click();
  await expectVisible(toast(`Brought back in 'Files / ${PLAN.target}'.`));
  await expectGone(dialog());
  const wanted: CallInput<typeof contract.bringBack.carryOut>['body'] = {
    path: '',
    at: '2026-11-26T11:00:00.000Z',
    mode: 'beside',
    planId: 'first',
  };
  expect(server.calls('bringBack.carryOut').map(({ body }) => body)).toEqual([wanted]);
  await pressTwice(page.getByRole('button', { name: 'Undo' }));
  await expectVisible(toast('Undone.'));
  expect(server.calls('organise.moveToTrash').map(({ body }) => body)).toMatchObject([
    { paths: [PLAN.target] },
  ]);
});
