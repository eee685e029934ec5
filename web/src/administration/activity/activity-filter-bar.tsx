import { MAX_TEXT } from '@vault/contract';
import { useState } from 'react';
import { DateRange } from '../../kit/date-range.tsx';
import { FilterBar, FilterField, Input, Select, useOnChange } from '../../kit/index.ts';
import {
  ACTION_OPTIONS,
  ANY,
  ANY_ENTRY,
  OUTCOME_OPTIONS,
  outcomeNamed,
  type ShownFilter,
} from './activity-filter.ts';
import { activityFilterTexts } from './texts.ts';
import { ChoiceSelect } from '../parts/choice-select.tsx';
import styles from './activity.module.css';

interface ActivityFilterBarProps {
  filter: ShownFilter;
  /** called with the filter; when it has not changed, the list is loaded again */
  onFilter: (filter: ShownFilter) => void;
}

/** What is typed and not applied yet. */
interface Draft {
  text: string;
  object: string;
  from: string | null;
  to: string | null;
}

const draftOf = ({ text, object, days }: ShownFilter): Draft => ({
  text,
  object: object ?? '',
  from: days?.from ?? null,
  to: days?.to ?? null,
});

/** AUDIT-05: the filters of the activity. Choices apply at once, typed texts with Search or Enter. */
export function ActivityFilterBar({ filter, onFilter }: ActivityFilterBarProps) {
  const [draft, setDraft] = useState(() => draftOf(filter));
  const [isIncomplete, setIsIncomplete] = useState(false);
  const edit = (patch: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...patch }));
    setIsIncomplete(false);
  };
  // Back, Forward and the dialog of an entry also change the filter.
  useOnChange(JSON.stringify(filter), () => edit(draftOf(filter)));
  /** Applies a change together with what is typed. */
  const apply = (patch: Partial<ShownFilter>, { from, to, ...typed }: Draft = draft) => {
    const hasOneDay = (from === null) !== (to === null);
    setIsIncomplete(hasOneDay);
    if (hasOneDay) return;
    const object = typed.object.trim();
    onFilter({
      ...filter,
      text: typed.text.trim(),
      object: object === '' ? null : object,
      days: from === null || to === null ? null : { from, to },
      ...patch,
    });
  };
  return (
    <FilterBar
      label={activityFilterTexts.label}
      onReset={() => {
        edit(draftOf(ANY_ENTRY));
        onFilter(ANY_ENTRY);
      }}
      onSearch={() => apply({})}
    >
      <FilterField label={activityFilterTexts.record} isEvident>
        {(id) => (
          <ChoiceSelect
            id={id}
            of="records"
            className={styles['choice']}
            value={filter.record}
            any={activityFilterTexts.anyRecord}
            nothingFound={activityFilterTexts.noRecord}
            onChange={(record) => apply({ record })}
          />
        )}
      </FilterField>
      <FilterField label={activityFilterTexts.person} isEvident>
        {(id) => (
          <ChoiceSelect
            id={id}
            of="people"
            className={styles['choice']}
            value={filter.person}
            any={activityFilterTexts.anyPerson}
            nothingFound={activityFilterTexts.noPerson}
            onChange={(person) => apply({ person })}
          />
        )}
      </FilterField>
      <FilterField label={activityFilterTexts.action} isEvident>
        {(id) => (
          <Select
            id={id}
            className={styles['action']}
            value={filter.action ?? ANY}
            options={ACTION_OPTIONS}
            showSearch={{ optionFilterProp: 'label' }}
            popupMatchSelectWidth={false}
            notFoundContent={activityFilterTexts.noAction}
            onChange={(action) => apply({ action: action === ANY ? null : action })}
          />
        )}
      </FilterField>
      <FilterField label={activityFilterTexts.outcome} isEvident>
        {(id) => (
          <Select
            id={id}
            className={styles['outcome']}
            value={filter.outcome ?? ANY}
            options={OUTCOME_OPTIONS}
            onChange={(outcome) => apply({ outcome: outcomeNamed(outcome) })}
          />
        )}
      </FilterField>
      <FilterField label={activityFilterTexts.object}>
        {(id) => (
          <Input
            id={id}
            className={styles['text']}
            value={draft.object}
            maxLength={MAX_TEXT}
            placeholder={activityFilterTexts.objectPlaceholder}
            onChange={({ target }) => edit({ object: target.value })}
          />
        )}
      </FilterField>
      <FilterField label={activityFilterTexts.text}>
        {(id) => (
          <Input
            id={id}
            className={styles['text']}
            value={draft.text}
            maxLength={MAX_TEXT}
            placeholder={activityFilterTexts.textPlaceholder}
            onChange={({ target }) => edit({ text: target.value })}
          />
        )}
      </FilterField>
      <div className={styles['days']}>
        <DateRange
          from={draft.from}
          to={draft.to}
          problem={isIncomplete ? activityFilterTexts.bothDays : null}
          onChange={(from, to) => edit({ from, to })}
        />
      </div>
    </FilterBar>
  );
}
