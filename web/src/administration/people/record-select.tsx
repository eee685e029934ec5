import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Select } from '../../kit/index.ts';
import { personTexts } from '../texts.ts';
import { recordChoicesQuery } from './queries.ts';

interface RecordName {
  sfid: string;
  name: string;
}

interface RecordSelectProps {
  id: string;
  value: readonly RecordName[];
  isDisabled: boolean;
  onChange: (records: RecordName[]) => void;
}

/** Chooses any number of records; the server searches while the user types. */
export function RecordSelect({ id, value, isDisabled, onChange }: RecordSelectProps) {
  const [search, setSearch] = useState('');
  const { data } = useQuery(recordChoicesQuery(search));
  const found = data?.content ?? [];
  return (
    <Select<{ value: string; label: string }[]>
      id={id}
      mode="multiple"
      labelInValue
      maxTagCount={8}
      disabled={isDisabled}
      value={value.map(({ sfid, name }) => ({ value: sfid, label: name }))}
      placeholder={personTexts.recordsPlaceholder}
      options={found.map(({ sfid, name }) => ({ value: sfid, label: name }))}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      notFoundContent={personTexts.noRecord}
      onChange={(chosen) => onChange(chosen.map(({ value: sfid, label }) => ({ sfid, name: label })))}
    />
  );
}
