import { CloseOutlined } from '@ant-design/icons';
import { Tip } from '../kit/index.ts';
import { leaveSearch, useChangeVaultSearch } from '../shared/index.ts';
import { useListFilter } from '../shared/list/index.ts';
import { FILTER_FORMAT } from './filter.ts';
import { searchResultsTexts } from './texts.ts';
import { FilterChips } from './filter-chips.tsx';
import styles from './search.module.css';

interface SearchResultsBarProps {
  /** the folder in which the search was started; null while it is unknown */
  folder: { name: string; isRoot: boolean } | null;
}

/**
 * BREADCRUMB-04, BREADCRUMB-05: replaces the path during a search; a click on it returns to the list of the folder.
 * Chips beside it show the conditions of the search, which can be removed (USE-41).
 */
export function SearchResultsBar({ folder }: SearchResultsBarProps) {
  const change = useChangeVaultSearch();
  const { filter, setFilter } = useListFilter(FILTER_FORMAT);
  return (
    <nav className={styles['bar']} aria-label={searchResultsTexts.bar}>
      <Tip text={searchResultsTexts.back}>
        <button
          type="button"
          className={styles['back']}
          onClick={() => change({ ...leaveSearch, page: 1, sort: undefined })}
        >
          {searchResultsTexts.title}
          <CloseOutlined aria-hidden />
        </button>
      </Tip>
      {filter !== null && <FilterChips filter={filter} folder={folder} onFilter={setFilter} />}
    </nav>
  );
}
