import { MAX_TEXT } from '@vault/contract';
import { useState } from 'react';
import { FilterBar, FilterField, Input, Select, useOnChange } from '../kit/index.ts';
import { ANY_LINK, STATUS_OPTIONS, TYPE_OPTIONS, type LinkFilter } from './link-filter.ts';
import { linkFilterTexts } from './texts.ts';
import styles from './links.module.css';

interface LinkFilterBarProps {
  filter: LinkFilter;
  /** called with the filter; when the filter has not changed, the list is loaded again */
  onFilter: (filter: LinkFilter) => void;
}

/**
 * The filters above the list of links (LINKS-01 … LINKS-03, USE-44). Status and type apply immediately, the text with
 * Search or Enter. Search and Reset load the list even when the filter has not changed (T-24).
 */
export function LinkFilterBar({ filter, onFilter }: LinkFilterBarProps) {
  const [text, setText] = useState(filter.text);
  useOnChange(filter.text, () => setText(filter.text));
  return (
    <FilterBar
      label={linkFilterTexts.label}
      onReset={() => {
        setText('');
        onFilter(ANY_LINK);
      }}
      onSearch={() => onFilter({ ...filter, text: text.trim() })}
    >
      <FilterField label={linkFilterTexts.status}>
        {(id) => (
          <Select
            id={id}
            className={styles['status']}
            value={filter.status}
            options={[...STATUS_OPTIONS]}
            onChange={(status) => onFilter({ ...filter, status })}
          />
        )}
      </FilterField>
      <FilterField label={linkFilterTexts.type}>
        {(id) => (
          <Select
            id={id}
            className={styles['type']}
            value={filter.queryType}
            options={[...TYPE_OPTIONS]}
            onChange={(queryType) => onFilter({ ...filter, queryType })}
          />
        )}
      </FilterField>
      <FilterField label={linkFilterTexts.text}>
        {(id) => (
          <Input
            id={id}
            className={styles['text']}
            value={text}
            maxLength={MAX_TEXT}
            placeholder={linkFilterTexts.textPlaceholder}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </FilterField>
    </FilterBar>
  );
}
