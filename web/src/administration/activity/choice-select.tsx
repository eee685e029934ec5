import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Select } from '../../kit/index.ts';
import { ANY } from './activity-filter.ts';
import { choicesQuery } from './queries.ts';
import { activityFilterTexts } from './texts.ts';
import styles from './activity.module.css';

const TEXTS = {
  records: { any: activityFilterTexts.anyRecord, none: activityFilterTexts.noRecord },
  people: { any: activityFilterTexts.anyPerson, none: activityFilterTexts.noPerson },
} as const;

interface ChoiceSelectProps {
  id: string;
  of: keyof typeof TEXTS;
  /** id of the chosen one; null for any */
  value: string | null;
  onChange: (id: string | null) => void;
}

interface Choice {
  sfid: string;
  name: string;
  email?: string;
}

const optionOf = ({ sfid, name, email = '' }: Choice) => ({
  value: sfid,
  label: email === '' ? name : `${name} (${email})`,
});

/** Chooses a record or a person; the server searches while the user types. */
export function ChoiceSelect({ id, of, value, onChange }: ChoiceSelectProps) {
  const [search, setSearch] = useState('');
  const found: readonly Choice[] = useQuery(choicesQuery(search)).data?.[of] ?? [];
  // The address has only the id, so the name of the chosen one is searched by it.
  const named = useQuery({ ...choicesQuery(value ?? ''), enabled: value !== null }).data?.[of];
  const chosen: Choice | undefined = named?.find(({ sfid }) => sfid === value);
  const others = found.filter(({ sfid }) => sfid !== value).map(optionOf);
  const own = value === null ? [] : [chosen === undefined ? { value, label: value } : optionOf(chosen)];
  const any = search === '' ? [{ value: ANY, label: TEXTS[of].any }] : [];
  return (
    <Select<string>
      id={id}
      className={styles['choice']}
      value={value ?? ANY}
      options={[...any, ...(search === '' ? own : []), ...others]}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      popupMatchSelectWidth={false}
      notFoundContent={TEXTS[of].none}
      onChange={(choice) => {
        setSearch('');
        onChange(choice === ANY ? null : choice);
      }}
    />
  );
}
