import { expect, test } from 'vitest';
import { truncateMiddle } from './truncate-middle.ts';

/** Every letter is one wide. */
const measure = (text: string) => [...text].length;

test('a name that fits stays as it is', () => {
  expect(truncateMiddle('Annual report.pdf', 17, measure)).toBe('Annual report.pdf');
});

test('a long name loses its middle and keeps its extension', () => {
  const shown = truncateMiddle('Annual report of the year 2026, second draft.pdf', 24, measure);
  expect(shown).toMatch(/^Annual report.*….*draft\.pdf$/);
  expect(measure(shown)).toBeLessThanOrEqual(24);
});

test('a name of 400 characters is cut to the room it has', () => {
  const shown = truncateMiddle(`${'a'.repeat(396)}.txt`, 60, measure);
  expect(measure(shown)).toBe(60);
  expect(shown.endsWith('.txt')).toBe(true);
});

test('letters outside the basic plane are never cut in two', () => {
  const shown = truncateMiddle('🦊'.repeat(40), 15, measure);
  expect([...shown].every((letter) => letter === '🦊' || letter === '…')).toBe(true);
});

test("a person's name may lose its end", () => {
  expect(truncateMiddle('Maximiliane Hohenfels', 12, measure, 0)).toBe('Maximiliane…');
});

test('without any room the end still shows', () => {
  expect(truncateMiddle('Annual report.pdf', 0, measure)).toBe('…port.pdf');
});
