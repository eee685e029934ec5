import { expect, test } from 'vitest';
import { collapsePath } from './collapse-path.ts';

test('BREADCRUMB-03 a path of four entries shows all of them', () => {
  expect(collapsePath(['Files', 'A', 'B', 'C'])).toEqual({
    first: 'Files',
    middle: [],
    last: ['A', 'B', 'C'],
  });
});

test('BREADCRUMB-02 a path of more than four entries shows the first, a menu and the last two', () => {
  expect(collapsePath(['Files', 'A', 'B', 'C', 'D'])).toEqual({
    first: 'Files',
    middle: ['A', 'B'],
    last: ['C', 'D'],
  });
});

test('BREADCRUMB-06 the path of the root shows only Files', () => {
  expect(collapsePath(['Files'])).toEqual({ first: 'Files', middle: [], last: [] });
});
