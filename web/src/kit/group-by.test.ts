import { expect, test } from 'vitest';
import { groupBy } from './group-by.ts';

test('items are grouped by key; groups and items keep their order', () => {
  const groups = groupBy(['pear', 'plum', 'apple', 'peach'], (name) => name.charAt(0));
  expect([...groups]).toEqual([
    ['p', ['pear', 'plum', 'peach']],
    ['a', ['apple']],
  ]);
});
