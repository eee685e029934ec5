import { expect, test } from 'vitest';
import { markdownPage } from './markdown-page.ts';

const bodyOf = (text: string) => /<body>(.*)<\/body>/s.exec(markdownPage(text))?.[1] ?? '';

test('USE-32 Markdown is rendered: headings, lists, tables, code', () => {
  expect(bodyOf('# Fees\n\n- one\n- **two**')).toBe(
    '<h1>Fees</h1>\n<ul>\n<li>one</li>\n<li><strong>two</strong></li>\n</ul>\n',
  );
  expect(bodyOf('| a | b |\n|---|---|\n| 1 | 2 |')).toContain('<td>1</td>');
  expect(bodyOf('```\n<b>\n```')).toContain('<code>&lt;b&gt;');
});

test.each([
  ['HTML', '<script>alert(1)</script><img src=https://x.example/a onerror=alert(1)>'],
  ['an image', '![logo](https://x.example/a.png)'],
  ['an image by reference', '![logo][a]\n\n[a]: https://x.example/a.png'],
  ['a script link', '[go](javascript:alert(1))'],
  ['a data link', '[go](data:text/html,<script>alert(1)</script>)'],
])('USE-32 Markdown with %s loads nothing from other sites and runs no code', (_, text) => {
  expect(bodyOf(text)).not.toMatch(/<script|<img|src="|href=|onerror=alert\(1\)>(?!&gt;)/i);
});

test('USE-32 a link in Markdown has no target and shows its address', () => {
  expect(bodyOf('[page](https://client.example/ "x")')).toBe(
    '<p><a title="https://client.example/">page</a></p>\n',
  );
});

test('USE-32 Markdown of 100,000 nested quotes is rendered within the time limit', () => {
  expect(bodyOf('>'.repeat(100_000)).length).toBeLessThan(5_000_000);
});
