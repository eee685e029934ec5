import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test('LINKS-45 cells are separated by commas, lines end with CR LF (RFC 4180)', () => {
  expect(csvLine(['a', '', '3'])).toBe('a,,3\r\n');
});

test.each([
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['a;b', 'a;b'],
  ['Zoë 王', 'Zoë 王'],
])('LINKS-45 %j is written as %j', (cell, written) => {
  expect(csvLine([cell])).toBe(`${written}\r\n`);
});

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['=HYPERLINK("https://evil.test","x")', '"\'=HYPERLINK(""https://evil.test"",""x"")"'],
  ['1-1', '1-1'],
])('T-80 %j cannot become a formula: %j', (cell, written) => {
  expect(csvLine([cell])).toBe(`${written}\r\n`);
});
