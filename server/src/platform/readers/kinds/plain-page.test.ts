import { anyText } from '@vault/contract/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Block } from '../../ooxml/index.ts';
import { plainPage } from './plain-page.ts';

const pageOf = async (...blocks: readonly Block[]) => pageOfAll(blocks);

async function pageOfAll(blocks: readonly Block[]): Promise<string> {
  const page = await plainPage(
    (async function* () {
      yield* blocks;
    })(),
  );
  return /<body>(.*)<\/body>/s.exec(page)?.[1] ?? '';
}

const row = (...cells: string[]): Block => ({ kind: 'row', cells });

describe('the plain page of a document', () => {
  test('a page has headings, paragraphs, and one table for consecutive rows', async () => {
    const page = await pageOf(
      { kind: 'heading', text: 'Sheet' },
      row('a', 'b'),
      row('c'),
      { kind: 'paragraph', text: 'between' },
      row('d'),
    );
    expect(page.replaceAll('\n', '')).toBe(
      '<h2>Sheet</h2><table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table><p>between</p><table><tr><td>d</td></tr></table>',
    );
  });

  test('a document without text becomes a page without text', async () => expect(await pageOf()).toBe(''));

  test('the page of any text contains no markup except its own', async () => {
    const text = fc.oneof(
      anyText(),
      fc.constantFrom(
        '<script>',
        '"><img src=x onerror=alert(1)>',
        '&lt;b&gt;',
        "'",
        '</td></table>',
        '\uD800',
      ),
    );
    const block = fc.oneof(
      fc.record({ kind: fc.constantFrom('heading' as const, 'paragraph' as const), text }),
      fc.record({ kind: fc.constant('row' as const), cells: fc.array(text) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(block), async (blocks) => {
        const page = await pageOfAll(blocks);
        const bare = page.replaceAll(/<\/?(h2|p|table|tr|td)>/g, '');
        expect(bare).not.toMatch(/[<>"']/);
        expect(page.isWellFormed()).toBe(true);
      }),
    );
  });

  test.each([
    ['one endless paragraph', [{ kind: 'paragraph', text: 'x'.repeat(5_000_000) }]],
    ['empty paragraphs', Array.from({ length: 200_000 }, () => ({ kind: 'paragraph', text: '' }))],
    ['empty cells', [{ kind: 'row', cells: Array.from({ length: 2_000_000 }, () => '') }]],
  ] as [string, Block[]][])('the page of %s is limited, with a notice at its end', async (_, blocks) => {
    const page = await pageOfAll(blocks);
    expect(page).toContain('The preview ends here.');
    expect(page.length).toBeLessThan(1_000_000);
  });
});
