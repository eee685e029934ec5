import { expect, test } from 'vitest';
import { edgeSpeed } from './edge-speed.ts';

const BOX = { top: 100, bottom: 500 };

test('a box scrolls during a drag near its edges, and faster when the drag is nearer', () => {
  expect(edgeSpeed(300, BOX)).toBe(0);
  expect(edgeSpeed(100, BOX)).toBe(-14);
  expect(edgeSpeed(120, BOX)).toBe(-7);
  expect(edgeSpeed(480, BOX)).toBe(7);
  expect(edgeSpeed(500, BOX)).toBe(14);
});

test('a drag outside of the box does not scroll it', () => {
  expect(edgeSpeed(99, BOX)).toBe(0);
  expect(edgeSpeed(501, BOX)).toBe(0);
});
