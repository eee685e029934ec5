import { DEFAULT_PAGE_SIZE } from '@vault/contract';
import type { Sort } from '../../kit/index.ts';
import type { VaultSearch } from '../address/vault-search.ts';

/** The page and order of a list. */
export interface ListPage<Field extends string = string> {
  /** counted from 1 */
  page: number;
  size: number;
  /** the order of the rows; null for the default order of the server */
  sort: (Sort & { key: Field }) | null;
}

/**
 * Reads page and order of a list from the address.
 * @param fields the fields that the list can sort by; an order by another field is ignored
 */
export function listPageOf<Field extends string>(
  { page, size, sort }: VaultSearch,
  fields: readonly Field[],
): ListPage<Field> {
  const [key, direction] = (sort ?? '').split(',');
  const field = fields.find((allowed) => allowed === key);
  return {
    page: page ?? 1,
    size: size ?? DEFAULT_PAGE_SIZE,
    sort: field === undefined ? null : { key: field, direction: direction === 'desc' ? 'desc' : 'asc' },
  };
}

/**
 * Returns page and order for a call: calls count pages from 0 (D-01, T-09, LINKS-36), and without an order the
 * parameter is absent (T-76, LINKS-39).
 */
export function pageQueryOf({ page, size, sort }: ListPage) {
  return { page: page - 1, size, ...(sort !== null && { sort: sortText(sort) }) };
}

/** Formats an order for the address and the calls (D-02). */
export function sortText({ key, direction }: Sort): string {
  return `${key},${direction}`;
}

/** Returns the number of the last page; an empty list has one page. */
export function lastPage(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size));
}
