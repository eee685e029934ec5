import { describe, expect, test } from 'vitest';
import { rawZip } from '../../testing/raw-zip.ts';
import { zipPage } from './zip.ts';

describe('USE-32 a ZIP as a list of its entries', () => {
  test('USE-32 names and sizes are listed without unpacking', async () => {
    const html = await zipPage(
      rawZip([
        { name: 'a/', content: '' },
        { name: 'a/<b>.txt', content: 'hello' },
        { name: 'big.bin', content: Buffer.alloc(300 * 1024 * 1024), method: 8 },
      ]),
    );
    expect(html).toContain('2 files, 300.0 MB unpacked');
    expect(html).toContain('<span class="quiet">a/</span>&lt;b&gt;.txt</td><td class="size">5 B');
  });

  test('USE-32 the number of entries that are not listed is shown', async () => {
    const html = await zipPage(rawZip(Array.from({ length: 6000 }, (_, n) => ({ name: `${n}.txt` }))));
    expect(html).toContain('1,000 more are not listed.');
  });

  test.each([
    ['not a ZIP', Buffer.from('hello')],
    ['a ZIP that hides entries', rawZip([{ name: 'a' }, { name: 'b' }], { entryCount: 1 })],
    ['a truncated ZIP', rawZip([{ name: 'a', content: 'x'.repeat(1000) }]).subarray(0, 900)],
  ])('USE-32 %s is refused as a ZIP', async (_, bytes) => {
    await expect(zipPage(bytes)).rejects.toThrow(/zip|directory|record/i);
  });
});
