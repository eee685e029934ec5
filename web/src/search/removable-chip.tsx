import { CloseOutlined } from '@ant-design/icons';
import type { FilterChip } from './chips.ts';
import type { SearchFilter } from './filter.ts';
import { searchResultsTexts } from './texts.ts';
import styles from './search.module.css';

interface RemovableChipProps {
  chip: FilterChip;
  onRemove: (without: Partial<SearchFilter>) => void;
}

/** One condition of a search. A click removes it; without `without` it is only shown. */
export function RemovableChip({ chip: { label, without }, onRemove }: RemovableChipProps) {
  if (without === null) return <span className={styles['chip']}>{label}</span>;
  return (
    <button
      type="button"
      className={styles['chip']}
      title={label}
      aria-label={searchResultsTexts.removeFilter(label)}
      onClick={() => onRemove(without)}
    >
      <span>{label}</span>
      <CloseOutlined aria-hidden />
    </button>
  );
}
