import type { Item, Paged } from '@vault/contract';
import { describe, expect, test, vi } from 'vitest';
import { withResolvers } from '../../kit/with-resolvers.ts';
import { firstPage, withNextPage, type AskList } from './items.ts';
import { createItemListing } from './item-listing.ts';
import { crumbsOf, hashOf, locationOf } from './location.ts';
import { contentOf } from './preview/content.ts';
import { failureOf } from './preview/use-content.ts';
import { isViewable } from './preview/viewable.ts';
import { selectionOf, wholeOf } from './selection.ts';
import { CallError } from '../visit/client.ts';

const file = (name: string): Item => ({ sfid: name, name, fileType: 'pdf', externalId: name }) as Item;
const folder = (path: string): Item =>
  ({
    sfid: path,
    name: path.split('/').at(-1),
    fileType: 'folder',
    folderPath: path,
    externalId: null,
  }) as Item;
const never = new AbortController().signal;

/** Returns a fake of C45 that lists these folders. */
function serve(folders: Record<string, Item[]>) {
  return vi.fn<AskList>(({ query }) => {
    const items = folders[String(query?.['path'])] ?? [];
    const [page, size] = [Number(query?.['page']), Number(query?.['size'])];
    const content = items.slice(page * size, (page + 1) * size);
    return Promise.resolve({ content, totalElements: items.length, numberOfElements: content.length });
  });
}

describe('RECIP-05 the location in a share', () => {
  test('the hash of the address holds a location, with every letter that a name may have', () => {
    const location = { path: 'Tax & more/50% #1?', view: 'a-b' };
    expect(locationOf(hashOf(location))).toEqual(location);
    expect(hashOf({ path: 'Tax/2024', view: null })).toBe('#/Tax/2024');
    expect([locationOf(''), locationOf('#/%E0%A4%A')]).toEqual([
      { path: '', view: null },
      { path: '', view: null },
    ]);
  });

  test('the path to a folder starts with the name of the link, and has no folder twice', () => {
    expect(crumbsOf('Tax/2024', 'Tax').map(({ path }) => path)).toEqual(['Tax', 'Tax/2024']);
    expect(crumbsOf('Tax', 'Tax and 2 more')).toEqual([
      { name: 'Tax and 2 more', path: '' },
      { name: 'Tax', path: 'Tax' },
    ]);
    expect(crumbsOf('', 'a.pdf')).toEqual([{ name: 'a.pdf', path: '' }]);
  });
});

describe('RECIP-05 the list of a share', () => {
  test('a share of one folder opens that folder; a share of one file lists the file', async () => {
    const askList = serve({ '': [folder('Tax')], Tax: [file('a.pdf')] });
    expect(await firstPage(askList, '', never)).toMatchObject({ path: 'Tax', total: 1 });
    expect(await firstPage(serve({ '': [file('a.pdf')] }), '', never)).toMatchObject({ path: '', total: 1 });
    expect(await firstPage(serve({ '': [] }), '', never)).toMatchObject({ path: '', total: 0 });
  });

  test('the next page adds items without duplicates, and updates the total', async () => {
    const files = Array.from({ length: 70 }, (_, n) => file(`${n}.pdf`));
    const first = await firstPage(serve({ A: files }), 'A', never);
    expect(first.items).toHaveLength(50);
    const whole = await withNextPage(serve({ A: files }), first, never);
    expect([whole.items.length, whole.total, whole.pages]).toEqual([70, 70, 2]);
    // An item of page one is deleted before page two is loaded: page two then starts with the former item 52.
    const shorter = await withNextPage(serve({ A: files.slice(1) }), first, never);
    expect(shorter.items).toEqual(files.slice(1));
    expect(shorter.total).toBe(69);
    const longer = await withNextPage(serve({ A: [file('new'), ...files] }), first, never);
    expect(longer.items).toEqual([file('new'), ...files]);
  });

  const once = <T>(work: () => Promise<T>) => work();

  test('SAFE-06 the list stays visible during an outage, and shows no failure', async () => {
    const back = withResolvers<void>();
    const listing = createItemListing(serve({ A: [file('a')], B: [file('b')] }), async (work, { onWait }) => {
      if (listing.state.getState().listing === null) return work();
      onWait?.('unavailable');
      await back.promise;
      return work();
    });
    listing.open('A');
    await vi.waitFor(() => expect(listing.state.getState().isLoading).toBe(false));
    listing.open('B');
    await Promise.resolve();
    expect(listing.state.getState()).toMatchObject({
      listing: { path: 'A' },
      isLoading: false,
      failure: null,
    });
    back.resolve();
    await vi.waitFor(() => expect(listing.state.getState().listing?.path).toBe('B'));
  });

  test('the previous folder stays visible until the next is loaded; late replies are ignored', async () => {
    const answers: ((page: Paged<Item>) => void)[] = [];
    const listing = createItemListing(() => {
      const { promise, resolve } = withResolvers<Paged<Item>>();
      answers.push(resolve);
      return promise;
    }, once);
    const page = (name: string) => ({
      content: [file(name), file('z')],
      totalElements: 2,
      numberOfElements: 2,
    });
    listing.open('A');
    listing.open('B');
    answers[1]?.(page('b'));
    await vi.waitFor(() => expect(listing.state.getState().isLoading).toBe(false));
    answers[0]?.(page('a'));
    listing.open('C');
    expect(listing.state.getState()).toMatchObject({ listing: { path: 'B' }, isLoading: true });
  });
});

describe('RECIP-06 downloads from a share', () => {
  test('a download names files by id and folders by path', () => {
    expect(selectionOf([folder('Tax'), file('a.pdf')])).toEqual({ sfids: ['a.pdf'], paths: ['Tax'] });
  });

  test('downloading all names the open folder; at the top of the share it names every file', async () => {
    const files = Array.from({ length: 120 }, (_, n) => file(`${n}.pdf`));
    const askList = serve({ '': files });
    expect(await wholeOf(askList, 'Tax', never)).toEqual({ sfids: [], paths: ['Tax'] });
    expect((await wholeOf(askList, '', never)).sfids).toHaveLength(120);
  });

  test('downloading all stops loading the list above the limit of a download', async () => {
    const askList = serve({ '': Array.from({ length: 5000 }, (_, n) => file(`${n}.pdf`)) });
    expect((await wholeOf(askList, '', never)).sfids.length).toBeGreaterThan(1000);
    expect(askList.mock.calls.length).toBeLessThan(25);
  });
});

describe('RECIP-05 previews of shared files', () => {
  test('only files of the supported kinds have a preview', () => {
    const named = (name: string) => isViewable({ name, fileType: 'x', externalId: 'x' });
    expect(['a.PDF', 'a.docx', 'a.txt', 'a.png', 'a.exe', 'a'].map(named)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(isViewable(folder('Tax.pdf'))).toBe(false);
  });

  test('an Office file is shown in the format that the server rendered: PDF or page', async () => {
    const pdf = new Response('x', { headers: { 'content-type': 'application/pdf' } });
    const page = new Response('<p>', { headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(await contentOf('a.docx', pdf)).toMatchObject({ kind: 'pdf' });
    expect(await contentOf('a.docx', page)).toEqual({ kind: 'html', html: '<p>' });
  });

  test('the name of a text or picture decides how it is shown, not the type of the reply', async () => {
    const html = () => new Response('<script>', { headers: { 'content-type': 'text/html' } });
    expect(await contentOf('a.txt', html())).toEqual({ kind: 'text', text: '<script>' });
    const picture = await contentOf('a.png', html());
    expect(picture.kind === 'image' && picture.image.type).toBe('image/png');
  });

  test.each(['PREVIEW_UNSUPPORTED', 'DOCUMENT_UNREADABLE'] as const)(
    'TOOLS-02 the code %s means an unreadable document, whatever the message says',
    (errorCode) => {
      expect(failureOf(new CallError(400, 'Other words.', { errorCode }))).toMatchObject({
        message: 'This document cannot be shown.',
        isUnreadable: true,
      });
    },
  );

  test('a preview that fails for another reason shows the message of the call', () => {
    const refused = new CallError(400, 'Too large.', { errorCode: 'PREVIEW_TOO_LARGE' });
    expect(failureOf(refused)).toMatchObject({ message: 'Too large.', isUnreadable: false });
    expect(failureOf(new TypeError())).toMatchObject({ message: 'Request Failed', isUnreadable: false });
  });
});
