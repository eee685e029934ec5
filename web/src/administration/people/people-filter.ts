import { PERSON_ROLES, PERSON_SORT_FIELDS, PERSON_STATES } from '@vault/contract';
import type { VaultSearch } from '../../shared/index.ts';
import { type FilterFormat, listPageOf } from '../../shared/list/index.ts';
import { peopleFilterTexts, roleLabels, stateLabels } from '../texts.ts';
import type { PeopleFilter, PeopleListParams } from './queries.ts';

export const ANY_PERSON: PeopleFilter = { text: '', role: null, state: null };

/** Values of the address have no blanks. */
const addressOf = (role: string) => role.replaceAll(' ', '');

const ROLES = [...PERSON_ROLES, 'Administrator'] as const;

/** null for any other text */
export const roleNamed = (text: string) => ROLES.find((role) => role === text) ?? null;

/** null for any other text */
export const stateNamed = (text: string | undefined) => PERSON_STATES.find((state) => state === text) ?? null;

/** The filter in the address: the text in `name`, the role in `types`, the state in `status`. */
export const FILTER_FORMAT: FilterFormat<PeopleFilter> = {
  parse: ({ name, types, status }) => ({
    text: name ?? '',
    role: ROLES.find((role) => addressOf(role) === types) ?? null,
    state: stateNamed(status),
  }),
  write: ({ text, role, state }) => ({
    name: text.trim() === '' ? undefined : text.trim(),
    types: role === null ? undefined : addressOf(role),
    status: state ?? undefined,
  }),
};

export const peopleParamsOf = (address: VaultSearch): PeopleListParams => ({
  ...FILTER_FORMAT.parse(address),
  ...listPageOf(address, PERSON_SORT_FIELDS),
});

/** Select has no option for null. */
export const ANY = '';

export const ROLE_OPTIONS = [
  { value: ANY, label: peopleFilterTexts.anyRole },
  ...PERSON_ROLES.map((role) => ({ value: role, label: roleLabels[role] })),
  { value: 'Administrator', label: peopleFilterTexts.administrators },
] as const;

export const STATE_OPTIONS = [
  { value: ANY, label: peopleFilterTexts.anyState },
  ...PERSON_STATES.map((state) => ({ value: state, label: stateLabels[state] })),
] as const;
