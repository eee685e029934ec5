import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Select } from '../../kit/index.ts';
import { leaveTexts } from '../texts.ts';
import { colleagueChoicesQuery } from './queries.ts';

interface ColleagueSelectProps {
  id: string;
  /** the person who leaves */
  exceptId: string;
  value: string | null;
  problemId: string | undefined;
  onChange: (id: string) => void;
}

/** Chooses an active person; the server searches while the user types. */
export function ColleagueSelect({ id, exceptId, value, problemId, onChange }: ColleagueSelectProps) {
  const [search, setSearch] = useState('');
  const { data } = useQuery(colleagueChoicesQuery(search));
  const options = (data?.content ?? [])
    .filter(({ sfid }) => sfid !== exceptId)
    .map(({ sfid, name, email }) => ({ value: sfid, label: email === '' ? name : `${name} (${email})` }));
  return (
    <Select<string>
      id={id}
      value={value}
      aria-describedby={problemId}
      placeholder={leaveTexts.colleaguePlaceholder}
      options={options}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      notFoundContent={leaveTexts.noColleague}
      onChange={onChange}
    />
  );
}
