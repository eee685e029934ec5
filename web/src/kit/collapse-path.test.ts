import { expect, test } from 'vitest';
import { collapsePath } from './collapse-path.ts';

test('BREADCRUMB-03 with four entries nothing is collapsed', () => {
  expect(collapsePath(['Files', 'A', 'B', 'C'])).toEqual({
    first: 'Files',
    middle: [],
    last: ['A', 'B', 'C'],
  });
});

test('BREADCRUMB-02 with more than four the first, a menu and the last two show', () => {
  expect(collapsePath(['Files', 'A', 'B', 'C', 'D'])).toEqual({
    first: 'Files',
    middle: ['A', 'B'],
    last: ['C', 'D'],
  });
});

test('BREADCRUMB-06 at the root only Files shows', () => {
  expect(collapsePath(['Files'])).toEqual({ first: 'Files', middle: [], last: [] });
});
