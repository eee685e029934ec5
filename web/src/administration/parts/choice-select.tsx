import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Select } from '../../kit/index.ts';
import { choicesQuery } from './choices-query.ts';

interface ChoiceSelectProps {
  id: string;
  of: 'records' | 'people';
  className?: string | undefined;
  /** id of the chosen one; null for none */
  value: string | null;
  /** names the choice of none; without it, one must be chosen */
  any?: string;
  placeholder?: string;
  /** shown when the search finds none */
  nothingFound: string;
  onChange: (id: string | null) => void;
}

interface Choice {
  sfid: string;
  name: string;
  email?: string;
}

/** The value of the choice of none. */
const NONE = '';

const optionOf = ({ sfid, name, email = '' }: Choice) => ({
  value: sfid,
  label: email === '' ? name : `${name} (${email})`,
});

/** Chooses a record or a person; the server searches while the user types (C116). */
export function ChoiceSelect(props: ChoiceSelectProps) {
  const { id, of, className, value, any, placeholder, nothingFound, onChange } = props;
  const [search, setSearch] = useState('');
  const found: readonly Choice[] = useQuery(choicesQuery(search)).data?.[of] ?? [];
  // Only the id may be known, as in an address, so the name of the chosen one is searched by it.
  const named = useQuery({ ...choicesQuery(value ?? ''), enabled: value !== null }).data?.[of];
  const chosen: Choice | undefined = named?.find(({ sfid }) => sfid === value);
  const others = found.filter(({ sfid }) => sfid !== value).map(optionOf);
  const own = value === null ? [] : [chosen === undefined ? { value, label: value } : optionOf(chosen)];
  const none = any === undefined ? [] : [{ value: NONE, label: any }];
  return (
    <Select<string | null>
      id={id}
      {...(className !== undefined && { className })}
      {...(placeholder !== undefined && { placeholder })}
      value={value ?? (any === undefined ? null : NONE)}
      options={search === '' ? [...none, ...own, ...others] : others}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      popupMatchSelectWidth={false}
      notFoundContent={nothingFound}
      onChange={(choice) => {
        setSearch('');
        onChange(choice === NONE ? null : choice);
      }}
    />
  );
}
