import { expect, test } from 'vitest';
import { edgeSpeed } from './edge-speed.ts';

const BOX = { top: 100, bottom: 500 };

test('a box scrolls while something is dragged near its edges, faster the nearer it is', () => {
  expect(edgeSpeed(300, BOX)).toBe(0);
  expect(edgeSpeed(100, BOX)).toBe(-14);
  expect(edgeSpeed(120, BOX)).toBe(-7);
  expect(edgeSpeed(480, BOX)).toBe(7);
  expect(edgeSpeed(500, BOX)).toBe(14);
});

test('outside of the box nothing scrolls', () => {
  expect(edgeSpeed(99, BOX)).toBe(0);
  expect(edgeSpeed(501, BOX)).toBe(0);
});
