import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Select } from '../../kit/index.ts';
import { choicesQuery } from '../activity/queries.ts';
import { holdFormTexts } from './texts.ts';

interface RecordChoiceProps {
  id: string;
  /** id of the record; null until one is chosen */
  value: string | null;
  onChange: (id: string) => void;
}

/** Chooses one record; the server searches while the user types. */
export function RecordChoice({ id, value, onChange }: RecordChoiceProps) {
  const [search, setSearch] = useState('');
  const { data } = useQuery(choicesQuery(search));
  return (
    <Select<{ value: string; label: string } | null>
      id={id}
      labelInValue
      placeholder={holdFormTexts.recordPlaceholder}
      options={(data?.records ?? []).map(({ sfid, name }) => ({ value: sfid, label: name }))}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      notFoundContent={holdFormTexts.noRecord}
      onChange={(choice) => {
        setSearch('');
        if (choice !== null && choice.value !== value) onChange(choice.value);
      }}
    />
  );
}
