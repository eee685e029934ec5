import { patchVaultSearch, type VaultSearch, type VaultSearchPatch } from '../address/vault-search.ts';

/** How an area reads its filter from the address and writes it. */
export interface FilterFormat<Filter, None = never> {
  /** Reads the filter; invalid values become defaults. @returns `None`, such as null, when the address has no filter */
  parse: (address: VaultSearch) => Filter | None;
  /** Returns the parameters of a filter in the address; defaults are omitted. */
  write: (filter: Filter) => VaultSearchPatch;
}

/** Returns the change of the address that applies a filter and opens the first page (TRASH-09, SEARCH-17). */
export function filterChange<Filter, None>(
  { write }: FilterFormat<Filter, None>,
  filter: Filter,
): VaultSearchPatch {
  return { ...write(filter), page: 1 };
}

/** Returns whether the address already has this filter. */
export function isApplied<Filter, None>(
  { parse, write }: FilterFormat<Filter, None>,
  filter: Filter,
  address: VaultSearch,
): boolean {
  return JSON.stringify(parse(patchVaultSearch(address, write(filter)))) === JSON.stringify(parse(address));
}
