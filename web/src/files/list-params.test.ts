import { expect, test } from 'vitest';
import { listParamsOf, listQueryOf } from './list-params.ts';

test('FILES-30 FILES-39 an address without parameters is page 1 of the root: ten rows, no order', () => {
  const params = listParamsOf({});
  expect(params).toEqual({ folderId: null, page: 1, size: 10, sort: null, search: null });
  expect(listQueryOf(params)).toEqual({ page: 0, size: 10 });
});

test('T-09 the address counts pages from 1, the call counts pages from 0', () => {
  expect(listQueryOf(listParamsOf({ page: 3, size: 50, folder: 'fldA', sort: 'size,desc' }))).toEqual({
    page: 2,
    size: 50,
    sort: 'size,desc',
    parentFolder: 'fldA',
  });
});

test('T-76 the call does not send an order by a field that the list cannot sort by', () => {
  expect(listQueryOf(listParamsOf({ sort: 'versionCount,asc' }))).not.toHaveProperty('sort');
});
