import { expect, test } from 'vitest';
import { lastPage, listPageOf, pageQueryOf } from './list-page.ts';

const FIELDS = ['name', 'size'];

test('FILES-30 an empty address is page 1, ten rows, no order', () => {
  expect(listPageOf({}, FIELDS)).toEqual({ page: 1, size: 10, sort: null });
  expect(pageQueryOf(listPageOf({}, FIELDS))).toEqual({ page: 0, size: 10 });
});

test('T-09 the page of the address counts from 1, that of the call from 0', () => {
  const page = listPageOf({ page: 3, size: 50, sort: 'size,desc' }, FIELDS);
  expect(page).toEqual({ page: 3, size: 50, sort: { key: 'size', direction: 'desc' } });
  expect(pageQueryOf(page)).toEqual({ page: 2, size: 50, sort: 'size,desc' });
});

test('T-76 an order that the list does not have is ignored', () => {
  expect(listPageOf({ sort: 'version,asc' }, FIELDS).sort).toBeNull();
});

test('a page past the end leads to the last page', () => {
  expect(lastPage(31, 10)).toBe(4);
  expect(lastPage(30, 10)).toBe(3);
  expect(lastPage(0, 10)).toBe(1);
});
