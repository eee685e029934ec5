import { expect, test } from 'vitest';
import { parseQuery, parseVaultSearch, patchVaultSearch, writeQuery } from './vault-search.ts';

test('the address keeps record, folder, page, size and sort after a reload', () => {
  const search = {
    record: 'recAcme00000000001',
    folder: 'fldA00000000000001',
    page: 3,
    size: 50,
    sort: 'name,desc',
  };
  expect(parseVaultSearch(parseQuery(writeQuery(search)))).toEqual(search);
  expect(writeQuery(search)).toContain('sort=name,desc');
});

test('SHELL-03 FILES-30 the address omits default values', () => {
  expect(parseVaultSearch({ tab: '1', page: '1', size: '10' })).toEqual({});
  expect(writeQuery({})).toBe('');
});

test.each([
  [{ page: '0' }],
  [{ page: '-1' }],
  [{ page: '1.5' }],
  [{ page: '1e99' }],
  [{ page: 'two' }],
  [{ size: '15' }],
  [{ sort: 'name,up' }],
  [{ sort: 'name' }],
  [{ folder: '../etc' }],
  [{ folder: '' }],
  [{ tab: 'x' }],
])('invalid values of the address become defaults: %o', (raw) => {
  expect(parseVaultSearch(raw)).toEqual({});
});

test('an id that has only digits is read as a string', () => {
  expect(parseVaultSearch(parseQuery('?folder=123456789012345678'))).toEqual({
    folder: '123456789012345678',
  });
});

test('T-76 a cleared sort is removed from the address', () => {
  expect(patchVaultSearch({ sort: 'name,asc', page: 4 }, { sort: undefined, page: 1 })).toEqual({});
});

test('a return path in a query is readable, and is read completely', () => {
  expect(parseQuery(writeQuery({ from: '/vault?folder=a&page=2' }))).toEqual({
    from: '/vault?folder=a&page=2',
  });
});
