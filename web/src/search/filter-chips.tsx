import { useQuery } from '@tanstack/react-query';
import { chipsOf, type ChipContext } from './chips.ts';
import type { SearchFilter } from './filter.ts';
import { modeOfferedQuery } from './queries.ts';
import { searchResultsTexts } from './texts.ts';
import { RemovableChip } from './removable-chip.tsx';
import styles from './search.module.css';

interface FilterChipsProps extends Pick<ChipContext, 'folder'> {
  filter: SearchFilter;
  onFilter: (filter: SearchFilter) => void;
}

/** USE-41: the location and the conditions of a search, each removable with a click. */
export function FilterChips({ filter, folder, onFilter }: FilterChipsProps) {
  const { data: isModeOffered = false } = useQuery(modeOfferedQuery);
  return (
    <ul className={styles['chips']} aria-label={searchResultsTexts.filters}>
      {chipsOf(filter, { folder, isModeOffered }).map((chip) => (
        <li key={chip.kind}>
          <RemovableChip chip={chip} onRemove={(without) => onFilter({ ...filter, ...without })} />
        </li>
      ))}
    </ul>
  );
}
