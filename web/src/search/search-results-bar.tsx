import { CloseOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Tip } from '../kit/index.ts';
import { leaveSearch, useChangeVaultSearch } from '../shared/index.ts';
import { useListFilter } from '../shared/list/index.ts';
import { chipsOf, type FilterChip } from './chips.ts';
import { FILTER_FORMAT, type SearchFilter } from './filter.ts';
import { modeOfferedQuery } from './queries.ts';
import { searchResultsTexts } from './texts.ts';
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
      {filter !== null && <Chips filter={filter} folder={folder} onFilter={setFilter} />}
    </nav>
  );
}

interface ChipsProps extends SearchResultsBarProps {
  filter: SearchFilter;
  onFilter: (filter: SearchFilter) => void;
}

function Chips({ filter, folder, onFilter }: ChipsProps) {
  const { data: isModeOffered = false } = useQuery(modeOfferedQuery);
  return (
    <ul className={styles['chips']} aria-label={searchResultsTexts.filters}>
      {chipsOf(filter, { folder, isModeOffered }).map((chip) => (
        <li key={chip.kind}>
          <Chip chip={chip} onTakeOff={(without) => onFilter({ ...filter, ...without })} />
        </li>
      ))}
    </ul>
  );
}

interface ChipProps {
  chip: FilterChip;
  onTakeOff: (without: Partial<SearchFilter>) => void;
}

function Chip({ chip: { label, without }, onTakeOff }: ChipProps) {
  if (without === null) return <span className={styles['chip']}>{label}</span>;
  return (
    <button
      type="button"
      className={styles['chip']}
      title={label}
      aria-label={searchResultsTexts.removeFilter(label)}
      onClick={() => onTakeOff(without)}
    >
      <span>{label}</span>
      <CloseOutlined aria-hidden />
    </button>
  );
}
