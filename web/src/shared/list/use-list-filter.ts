import { useMemo } from 'react';
import { useChangeVaultSearch, useVaultSearch } from '../use-vault-search.ts';
import { filterChange, isApplied, type FilterFormat } from './list-filter.ts';

/** What happens when the filter of the address is applied again; otherwise its list opens at the first page. */
interface Reload {
  /** loads the open page again */
  run: () => void;
  /** the pages that stay open */
  pages: 'every' | 'first';
}

/**
 * Returns the filter of a list, which is in the address, and a function that applies another one.
 * @param format a constant
 */
export function useListFilter<Filter, None = never>(format: FilterFormat<Filter, None>, reload?: Reload) {
  const address = useVaultSearch();
  const change = useChangeVaultSearch();
  const filter = useMemo(() => format.parse(address), [format, address]);
  const setFilter = (next: Filter) => {
    const isKept = reload?.pages === 'every' || (reload !== undefined && (address.page ?? 1) === 1);
    if (isKept && isApplied(format, next, address)) reload?.run();
    else change(filterChange(format, next));
  };
  return { filter, setFilter };
}
