import { MAX_TEXT } from '@vault/contract';
import { useState } from 'react';
import { FilterBar, FilterField, Input, Select, useOnChange } from '../../kit/index.ts';
import { peopleFilterTexts } from '../texts.ts';
import { ANY, ANY_PERSON, ROLE_OPTIONS, roleNamed, STATE_OPTIONS, stateNamed } from './people-filter.ts';
import type { PeopleFilter } from './queries.ts';
import styles from './people.module.css';

interface PeopleFilterBarProps {
  filter: PeopleFilter;
  onFilter: (filter: PeopleFilter) => void;
}

/** The filters of the list of people. Role and state apply at once, the text with Search or Enter. */
export function PeopleFilterBar({ filter, onFilter }: PeopleFilterBarProps) {
  const [text, setText] = useState(filter.text);
  useOnChange(filter.text, () => setText(filter.text));
  return (
    <FilterBar
      label={peopleFilterTexts.label}
      onReset={() => {
        setText('');
        onFilter(ANY_PERSON);
      }}
      onSearch={() => onFilter({ ...filter, text: text.trim() })}
    >
      <FilterField label={peopleFilterTexts.text}>
        {(id) => (
          <Input
            id={id}
            className={styles['text']}
            value={text}
            maxLength={MAX_TEXT}
            placeholder={peopleFilterTexts.textPlaceholder}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </FilterField>
      <FilterField label={peopleFilterTexts.role}>
        {(id) => (
          <Select
            id={id}
            className={styles['choice']}
            value={filter.role ?? ANY}
            options={[...ROLE_OPTIONS]}
            onChange={(role) => onFilter({ ...filter, role: roleNamed(role) })}
          />
        )}
      </FilterField>
      <FilterField label={peopleFilterTexts.state}>
        {(id) => (
          <Select
            id={id}
            className={styles['choice']}
            value={filter.state ?? ANY}
            options={[...STATE_OPTIONS]}
            onChange={(state) => onFilter({ ...filter, state: stateNamed(state) })}
          />
        )}
      </FilterField>
    </FilterBar>
  );
}
