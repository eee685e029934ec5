import { MAX_TEXT, Messages } from '@vault/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DateRange } from '../kit/date-range.tsx';
import { FilterBar, FilterField, Input, Select, useOnChange } from '../kit/index.ts';
import { useVault } from '../shared/index.ts';
import {
  DATE_OPTIONS,
  DEFAULT_FILTER,
  isComplete,
  TYPE_OPTIONS,
  type DatePreset,
  type TrashFilter,
} from './filter.ts';
import { deletersQuery } from './queries.ts';
import { trashFilterTexts } from './texts.ts';
import styles from './trash.module.css';

interface TrashFilterBarProps {
  /** the filter of the shown list */
  filter: TrashFilter;
  onSearch: (filter: TrashFilter) => void;
}

/** TRASH-01 … TRASH-10: the filter is applied when Search is pressed. Reset applies the default filter immediately. */
export function TrashFilterBar({ filter, onSearch }: TrashFilterBarProps) {
  const [draft, setDraft] = useState(filter);
  const [isIncomplete, setIsIncomplete] = useState(false);
  const edit = (patch: Partial<TrashFilter>) => {
    setDraft((before) => ({ ...before, ...patch }));
    setIsIncomplete(false);
  };
  // The browser's Back and Forward also change the filter.
  useOnChange(JSON.stringify(filter), () => edit(filter));
  const search = () => {
    if (isComplete(draft)) onSearch(draft);
    else setIsIncomplete(true);
  };
  const reset = () => {
    edit(DEFAULT_FILTER);
    onSearch(DEFAULT_FILTER);
  };
  return (
    <FilterBar label={trashFilterTexts.label} onReset={reset} onSearch={search}>
      <FilterField label={trashFilterTexts.type}>
        {(id) => (
          <Select
            id={id}
            className={styles['type']}
            value={draft.types}
            options={[...TYPE_OPTIONS]}
            onChange={(types) => edit({ types })}
          />
        )}
      </FilterField>
      <DeletedBy value={draft.deletedBy} onChange={(deletedBy) => edit({ deletedBy })} />
      <FilterField label={trashFilterTexts.name}>
        {(id) => (
          <Input
            id={id}
            className={styles['nameField']}
            value={draft.name}
            maxLength={MAX_TEXT}
            allowClear
            onChange={({ target }) => edit({ name: target.value })}
          />
        )}
      </FilterField>
      <DateDeleted draft={draft} isIncomplete={isIncomplete} onEdit={edit} />
    </FilterBar>
  );
}

const ANYONE = '';

/** The filter by the user who deleted the items (TRASH-03, TRASH-04). */
function DeletedBy({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const { recordId } = useVault();
  const { data: deleters } = useQuery(deletersQuery(recordId));
  const people = (deleters ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const isListed = value === null || people.some((person) => person.value === value);
  // The chosen user stays in the list, even when the trash no longer contains an item that this user deleted.
  const missing = isListed ? [] : [{ value, label: deleters === undefined ? '…' : trashFilterTexts.nobody }];
  return (
    <FilterField label={trashFilterTexts.deletedBy}>
      {(id) => (
        <Select
          id={id}
          className={styles['deletedBy']}
          showSearch={{ optionFilterProp: 'label' }}
          value={value ?? ANYONE}
          options={[{ value: ANYONE, label: trashFilterTexts.anyone }, ...people, ...missing]}
          onChange={(chosen) => onChange(chosen === ANYONE ? null : chosen)}
        />
      )}
    </FilterField>
  );
}

interface DateDeletedProps {
  draft: TrashFilter;
  isIncomplete: boolean;
  onEdit: (patch: Partial<TrashFilter>) => void;
}

/** The filter by the date of deletion (TRASH-06). */
function DateDeleted({ draft, isIncomplete, onEdit }: DateDeletedProps) {
  return (
    <div className={styles['dateDeleted']}>
      <FilterField label={trashFilterTexts.date}>
        {(id) => (
          <Select<DatePreset>
            id={id}
            className={styles['date']}
            value={draft.date}
            options={[...DATE_OPTIONS]}
            onChange={(date) => onEdit({ date, from: null, to: null })}
          />
        )}
      </FilterField>
      {draft.date === 'custom' && (
        <div className={styles['range']}>
          <DateRange
            from={draft.from}
            to={draft.to}
            problem={isIncomplete ? Messages.startDateRequired : null}
            onChange={(from, to) => onEdit({ from, to })}
          />
        </div>
      )}
    </div>
  );
}
