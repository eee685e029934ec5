import { describe, expect, test, vi } from 'vitest';
import type { Choice, Chosen, Unreadable } from '../../../upload-queue/index.ts';
import type { CombinePhotos } from '../photo-pdf/combine-photos.ts';
import { createPendingFiles } from './pending-files.ts';
import { photosIn } from './photos.ts';

const file = (name: string, type = 'image/jpeg'): Chosen => ({
  kind: 'file',
  file: new File(['x'], name, { type }),
});
const UNREADABLE: Unreadable = { kind: 'unreadable', path: 'Papers/lost.txt' };
function nameOf(one: Choice): string {
  if (one.kind === 'unreadable') return `unreadable ${one.path}`;
  return one.kind === 'file' ? one.file.name : `${one.name}/`;
}
const FOLDER: Chosen = { kind: 'folder', name: 'Papers', files: [] };

function setUp(combine: CombinePhotos = async () => ({ pdf: null, pages: new Set() })) {
  const sent: string[] = [];
  const confirm = vi.fn(() => true);
  const pendingFiles = createPendingFiles({
    submit: async (chosen) => void sent.push(...(await chosen).map(nameOf)),
    confirm,
    combine,
  });
  const pending = () => pendingFiles.store.getState().files.map(nameOf);
  return { ...pendingFiles, sent, confirm, pending };
}
const chosen = (...items: Choice[]) => Promise.resolve(items);

describe('USE-47 files chosen on a request page', () => {
  test('USE-47 a single photo and files that are not photos are sent immediately', async () => {
    const { add, sent, pending } = setUp();
    await add(chosen(file('a.jpg')));
    await add(chosen(file('b.pdf', 'application/pdf'), file('c.txt', 'text/plain'), FOLDER));
    expect(sent).toEqual(['a.jpg', 'b.pdf', 'c.txt', 'Papers/']);
    expect(pending()).toEqual([]);
  });

  test('USE-47 files wait while the name is missing, and are sent together with later files', async () => {
    const { add, send, sent, pending, confirm } = setUp();
    confirm.mockReturnValue(false);
    await add(chosen(file('a.jpg')));
    await send(null);
    expect([sent, pending()]).toEqual([[], ['a.jpg']]);
    confirm.mockReturnValue(true);
    await add(chosen(file('b.txt', 'text/plain')));
    expect(pending()).toEqual(['a.jpg', 'b.txt']);
    await send(null);
    expect([sent, pending()]).toEqual([['a.jpg', 'b.txt'], []]);
  });

  test('what cannot be read is reported at once, while the other files wait', async () => {
    const { add, sent, pending, confirm } = setUp();
    await add(chosen(UNREADABLE));
    expect([sent.splice(0), confirm.mock.calls]).toEqual([['unreadable Papers/lost.txt'], []]);
    confirm.mockReturnValue(false);
    await add(chosen(FOLDER, UNREADABLE));
    expect([sent, pending()]).toEqual([['unreadable Papers/lost.txt'], ['Papers/']]);
  });

  test('USE-47 two photos wait for the answer whether they become one PDF', async () => {
    const combine = vi.fn<CombinePhotos>(async (photos, { name, onPage }) => {
      onPage(photos.length);
      return { pdf: new File(['%PDF'], name), pages: new Set(photos) };
    });
    const { add, send, sent, pending, store } = setUp(combine);
    await add(chosen(file('z.txt', 'text/plain'), file('2.jpg'), FOLDER, file('1.png', 'image/png')));
    expect([sent, pending()]).toEqual([[], ['z.txt', '2.jpg', 'Papers/', '1.png']]);
    await send('Passport.pdf');
    expect(combine.mock.calls[0]?.[0].map(({ name }) => name)).toEqual(['2.jpg', '1.png']);
    expect(sent).toEqual(['z.txt', 'Passport.pdf', 'Papers/']);
    expect(store.getState()).toMatchObject({ files: [], making: null, unreadable: [] });
  });

  test('USE-47 a photo that cannot be read is sent as a separate file, and listed', async () => {
    const combine: CombinePhotos = async (photos, { name }) => ({
      pdf: new File(['%PDF'], name),
      pages: new Set(photos.filter((photo) => photo.name !== 'b.heic')),
    });
    const { add, send, sent, store } = setUp(combine);
    await add(chosen(file('a.jpg'), file('b.heic', ''), file('c.jpg')));
    await send('Photos.pdf');
    expect(sent).toEqual(['Photos.pdf', 'b.heic']);
    expect(store.getState().unreadable).toEqual(['b.heic']);
  });

  test('USE-47 when the PDF cannot be made, the photos wait for another answer', async () => {
    const { add, send, sent, pending, store } = setUp(() => Promise.reject(new TypeError('not loaded')));
    await add(chosen(file('a.jpg'), file('b.jpg')));
    await send('Photos.pdf');
    expect([sent, pending()]).toEqual([[], ['a.jpg', 'b.jpg']]);
    expect(store.getState()).toMatchObject({ isFailed: true, making: null });
    await send(null);
    expect(sent).toEqual(['a.jpg', 'b.jpg']);
  });

  test('USE-47 photos are recognised by their type, or by their name when the type is missing', () => {
    const all = [
      file('a', 'image/heic'),
      file('b.HEIC', ''),
      file('c.jpg', 'text/plain'),
      file('d.gif', 'image/gif'),
    ];
    expect(photosIn(all).map(({ name }) => name)).toEqual(['a', 'b.HEIC']);
  });
});
