import { expect, test } from 'vitest';
import { filterChange, isApplied, type FilterFormat } from './list-filter.ts';

const FORMAT: FilterFormat<{ name: string }> = {
  parse: ({ name = '' }) => ({ name }),
  write: ({ name }) => ({ name: name.trim() === '' ? undefined : name.trim() }),
};

test('TRASH-09 SEARCH-17 applying a filter opens the first page', () => {
  expect(filterChange(FORMAT, { name: 'tax' })).toEqual({ name: 'tax', page: 1 });
  expect(filterChange(FORMAT, { name: ' ' })).toEqual({ name: undefined, page: 1 });
});

test('isApplied compares filters in the form that they have in the address', () => {
  expect(isApplied(FORMAT, { name: ' tax ' }, { name: 'tax', page: 3 })).toBe(true);
  expect(isApplied(FORMAT, { name: '' }, {})).toBe(true);
  expect(isApplied(FORMAT, { name: 'tax' }, {})).toBe(false);
  expect(isApplied(FORMAT, { name: '' }, { name: 'tax' })).toBe(false);
});
