import { expect, test } from 'vitest';
import { lastPage, listPageOf, pageQueryOf } from './list-page.ts';

const FIELDS = ['name', 'size'];

test('FILES-30 an address without parameters means page 1, ten rows and no order', () => {
  expect(listPageOf({}, FIELDS)).toEqual({ page: 1, size: 10, sort: null });
  expect(pageQueryOf(listPageOf({}, FIELDS))).toEqual({ page: 0, size: 10 });
});

test('T-09 the address counts pages from 1, the call counts pages from 0', () => {
  const page = listPageOf({ page: 3, size: 50, sort: 'size,desc' }, FIELDS);
  expect(page).toEqual({ page: 3, size: 50, sort: { key: 'size', direction: 'desc' } });
  expect(pageQueryOf(page)).toEqual({ page: 2, size: 50, sort: 'size,desc' });
});

test('T-76 an order by a field that the list cannot sort by is ignored', () => {
  expect(listPageOf({ sort: 'version,asc' }, FIELDS).sort).toBeNull();
});

test('lastPage returns the number of the last page; an empty list has one page', () => {
  expect(lastPage(31, 10)).toBe(4);
  expect(lastPage(30, 10)).toBe(3);
  expect(lastPage(0, 10)).toBe(1);
});
