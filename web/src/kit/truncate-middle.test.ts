import { expect, test } from 'vitest';
import { shortPath, tailLengthOf, truncateMiddle } from './truncate-middle.ts';

/** A fake measure: every letter has the width 1. */
const measure = (text: string) => [...text].length;
const inRoom = (text: string, width: number, tailLength?: number) =>
  truncateMiddle(text, { width, measure, ...(tailLength !== undefined && { tailLength }) });

test('a name that fits is not changed', () => {
  expect(inRoom('Annual report.pdf', 17)).toBe('Annual report.pdf');
});

test('a long name is cut in its middle and keeps its extension', () => {
  const shown = inRoom('Annual report of the year 2026, second draft.pdf', 24);
  expect(shown).toBe('Annual report o…raft.pdf');
  expect(measure(shown)).toBeLessThanOrEqual(24);
});

test('a name without an extension keeps fewer letters of its end than a name with one', () => {
  expect(tailLengthOf('Second level')).toBe(6);
  expect(tailLengthOf('Minutes.docx')).toBe(9);
  expect(tailLengthOf('odd.averyveryverylongextension')).toBe(12);
});

test('a name of 400 characters is cut to the available width', () => {
  const shown = inRoom(`${'a'.repeat(396)}.txt`, 60);
  expect(measure(shown)).toBe(60);
  expect(shown.endsWith('.txt')).toBe(true);
});

test('letters outside the basic plane of Unicode are never split', () => {
  const shown = inRoom('🦊'.repeat(40), 15);
  expect([...shown].every((letter) => letter === '🦊' || letter === '…')).toBe(true);
});

test('the name of a person may be cut at its end', () => {
  expect(inRoom('Maximiliane Hohenfels', 12, 0)).toBe('Maximiliane…');
});

test('when the end of a name does not fit, its beginning is shown', () => {
  expect(inRoom('Annual report.pdf', 6)).toBe('Annua…');
  expect(inRoom('Annual report.pdf', 0)).toBe('…');
});

test('a long path keeps its beginning and its end', () => {
  const short = `${'a'.repeat(156)}.txt`;
  expect(shortPath(short)).toBe(short);
  const shown = shortPath(`Top/${'d/'.repeat(200)}deep.txt`);
  expect(shown).toHaveLength(160);
  expect(shown).toMatch(/^Top\/d\/.*….*\/deep\.txt$/);
});
