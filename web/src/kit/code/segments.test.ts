import hljs from 'highlight.js/lib/common';
import { expect, test } from 'vitest';
import { segmentsBetween, segmentsOf } from './segments.ts';

const SOURCE = 'const a = "<b> & \'c\'"; // end\n';
const segments = segmentsOf(hljs.highlight(SOURCE, { language: 'javascript' }).value);

test('USE-32 the segments of a coloured text, joined, are the complete text', () => {
  expect(segments.map(({ text }) => text).join('')).toBe(SOURCE);
  expect(segments.find(({ text }) => text === 'const')?.scope).toBe('keyword');
  expect(segments.find(({ text }) => text.startsWith('"'))?.scope).toBe('string');
});

test('USE-32 the segments of a range have the same text as the range', () => {
  for (let from = 0; from < SOURCE.length; from += 1) {
    for (let to = from; to <= SOURCE.length; to += 1) {
      const text = segmentsBetween(segments, from, to).map((one) => one.text);
      expect(text.join('')).toBe(SOURCE.slice(from, to));
    }
  }
});
