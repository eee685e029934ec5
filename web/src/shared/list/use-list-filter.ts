import { useMemo } from 'react';
import { useChangeVaultSearch, useVaultSearch } from '../address/use-vault-search.ts';
import { filterChange, isApplied, type FilterFormat } from './list-filter.ts';

/**
 * What happens when the filter that the address already has is applied again. A filter that differs opens the first
 * page of its list.
 */
interface Reload {
  /** loads the open page again */
  run: () => void;
  /**
   * 'every': the open page is loaded again; 'first': only the first page is, and from other pages the first page opens
   */
  pages: 'every' | 'first';
}

/**
 * Returns the filter of a list from the address, and a function that applies another filter.
 * @param format an object that never changes
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
