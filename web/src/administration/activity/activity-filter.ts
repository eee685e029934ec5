import { ACTIVITY_PAGE_SIZE, AUDIT_ACTIONS, AUDIT_OUTCOMES, type ActivityEntry } from '@vault/contract';
import type { VaultSearch } from '../../shared/index.ts';
import type { FilterFormat } from '../../shared/list/index.ts';
import { actionLabels, activityFilterTexts, kindLabels, outcomeLabels } from './texts.ts';

/** The filter of the activity; null means any. */
export interface ShownFilter {
  /** id of a record */
  record: string | null;
  /** id of the account that acted */
  person: string | null;
  /** id of a file, folder, link or account */
  object: string | null;
  /** an action such as 'link.open', or a kind such as 'link' */
  action: string | null;
  outcome: ActivityEntry['outcome'] | null;
  /** calendar days of the viewer, YYYY-MM-DD, both included */
  days: { from: string; to: string } | null;
  /** part of a name or path; '' for any */
  text: string;
}

export const ANY_ENTRY: ShownFilter = {
  record: null,
  person: null,
  object: null,
  action: null,
  outcome: null,
  days: null,
  text: '',
};

/** null for any other text */
export const outcomeNamed = (text: string | undefined) =>
  AUDIT_OUTCOMES.find((outcome) => outcome === text) ?? null;

/** The filter in the address: the person in `by`, the text in `name`, the outcome in `status`. */
export const FILTER_FORMAT: FilterFormat<ShownFilter> = {
  parse: ({ client, by, object, action, status, days, name }) => {
    const [from = '', to = ''] = days?.split('..') ?? [];
    return {
      record: client ?? null,
      person: by ?? null,
      object: object ?? null,
      action: action ?? null,
      outcome: outcomeNamed(status),
      days: days === undefined ? null : { from, to },
      text: name ?? '',
    };
  },
  write: ({ record, person, object, action, outcome, days, text }) => ({
    client: record ?? undefined,
    by: person ?? undefined,
    object: object ?? undefined,
    action: action ?? undefined,
    status: outcome ?? undefined,
    days: days === null ? undefined : `${days.from}..${days.to}`,
    name: text.trim() === '' ? undefined : text.trim(),
    // Another filter begins at the newest entry.
    after: undefined,
    before: undefined,
  }),
};

/** A page of the activity: the newest entries, those after `after`, or those before `before`. */
export interface ActivityPageParams {
  filter: ShownFilter;
  after: string | null;
  before: string | null;
  size: number;
}

/** Reads the page from the address; an address with both places shows the page of `after`. */
export const activityParamsOf = (address: VaultSearch): ActivityPageParams => {
  const { after = null, before = null, size = ACTIVITY_PAGE_SIZE } = address;
  return { filter: FILTER_FORMAT.parse(address), after, before: after === null ? before : null, size };
};

/** Select has no option for null. */
export const ANY = '';

export const OUTCOME_OPTIONS = [
  { value: ANY, label: activityFilterTexts.anyOutcome },
  ...AUDIT_OUTCOMES.map((outcome) => ({ value: outcome, label: outcomeLabels[outcome] })),
];

const ACTIONS = Object.keys(AUDIT_ACTIONS) as (keyof typeof AUDIT_ACTIONS)[];

/** The options of the action: of each kind all of its actions, then each of them. */
export const ACTION_OPTIONS = [
  { value: ANY, label: activityFilterTexts.anyAction },
  ...Object.entries(kindLabels).flatMap(([kind, label]) => {
    const actions = ACTIONS.filter((action) => action.startsWith(`${kind}.`));
    return [
      ...(actions.length > 1 ? [{ value: kind, label: activityFilterTexts.allOf(label) }] : []),
      ...actions.map((action) => ({ value: action, label: `${label}: ${actionLabels[action]}` })),
    ];
  }),
];
