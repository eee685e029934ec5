import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '@vault/contract';

/**
 * The parameters of the vault's address: `/vault?tab=1&record=…&folder=…&page=2&size=20&sort=name,desc`. Default values
 * are omitted: tab 1 (SHELL-03), the own record, the root, page 1, ten rows, the default order of the server.
 */
export interface VaultSearch {
  tab?: number;
  /**
   * the page that is shown instead of a tab: that of the person's own account (GUARD-32), or the administration
   * (DESK-01)
   */
  view?: (typeof VIEWS)[number];
  /** the section of the administration; the area administration defines the values */
  section?: string;
  record?: string;
  folder?: string;
  /** counted from 1 */
  page?: number;
  size?: number;
  /** 'field,asc' or 'field,desc' */
  sort?: string;
  /**
   * LINKS-01: the status filter of the list of links, or the state of people; its type filter is in `types`, its search
   * text in `name`
   */
  status?: string;
  /** USE-18: the link whose details are open */
  link?: string;
  /** the filter of the trash; the area trash defines the values */
  types?: string;
  by?: string;
  name?: string;
  deleted?: string;
  days?: string;
  /**
   * the filter of the activity (AUDIT-05), with `by`, `status`, `days` and `name`: a record, an item or link, an action
   */
  client?: string;
  object?: string;
  action?: string;
  /** the moment of the exposure of `object` (AUDIT-09), ISO 8601 in UTC; now when absent */
  at?: string;
  /** the place in the activity: its entries after, or before, this one */
  after?: string;
  before?: string;
  /** the search text, '' for any; when it is present, the list shows a search (SEARCH-17) */
  find?: string;
  /** the search options; the area search defines the values */
  scope?: string;
  items?: string;
  words?: string;
  time?: string;
  dates?: string;
}

/** The change that removes the search from the address and returns to the list of the folder (BREADCRUMB-05). */
export const leaveSearch = {
  find: undefined,
  scope: undefined,
  items: undefined,
  words: undefined,
  time: undefined,
  dates: undefined,
} satisfies VaultSearchPatch;

/** The change of the address when another tab opens: it removes page, order and filter of the previous tab's list. */
export const leaveTab = {
  view: undefined,
  section: undefined,
  page: 1,
  size: undefined,
  sort: undefined,
  status: undefined,
  link: undefined,
  types: undefined,
  by: undefined,
  name: undefined,
  deleted: undefined,
  days: undefined,
  client: undefined,
  object: undefined,
  action: undefined,
  at: undefined,
  after: undefined,
  before: undefined,
  ...leaveSearch,
} satisfies VaultSearchPatch;

/** A change of the address: undefined values become defaults. */
export type VaultSearchPatch = { [Name in keyof VaultSearch]?: VaultSearch[Name] | undefined };

export const DEFAULT_TAB = 1;

/** The path of the vault. */
export const HOME = '/vault';

const VIEWS = ['account', 'administration'] as const;
const MAX_PAGE = 1_000_000;
/** The form of a range of calendar days. */
const DAYS = /^\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d$/;

const CURSOR = /^\d{1,15}-\d{1,18}$/;

/** Parses an address. Invalid values are ignored, and default values are omitted. */
export function parseVaultSearch(raw: Record<string, unknown>): VaultSearch {
  const size = wholeNumber(raw['size']);
  return withoutDefaults({
    tab: wholeNumber(raw['tab']),
    view: VIEWS.find((view) => view === raw['view']),
    section: matching(raw['section'], /^\w{1,20}$/),
    record: matching(raw['record'], /^\w{1,400}$/),
    folder: matching(raw['folder'], /^\w{1,400}$/),
    page: wholeNumber(raw['page']),
    size: PAGE_SIZES.some((allowed) => allowed === size) ? size : undefined,
    sort: matching(raw['sort'], /^\w+,(?:asc|desc)$/),
    status: matching(raw['status'], /^\w{1,20}$/),
    link: matching(raw['link'], /^\w{18}$/),
    types: matching(raw['types'], /^\w{1,20}$/),
    by: matching(raw['by'], /^\w{18}$/),
    name: matching(raw['name'], /^.{1,400}$/su),
    deleted: matching(raw['deleted'], /^\w{1,20}$/),
    days: daysIn(raw['days']),
    client: matching(raw['client'], /^\w{18}$/),
    object: matching(raw['object'], /^.{1,400}$/su),
    action: matching(raw['action'], /^[a-z-]{1,40}(?:\.[a-z-]{1,40})?$/),
    at: momentIn(raw['at']),
    after: matching(raw['after'], CURSOR),
    before: matching(raw['before'], CURSOR),
    ...parseFind(raw),
  });
}

/** Parses the query of an address, '' or '?…'. */
export const readVaultSearch = (query: string): VaultSearch => parseVaultSearch(parseQuery(query));

/** Returns the address of a view of the vault. */
export const vaultAddress = (search: VaultSearch): string => HOME + writeQuery({ ...search });

/** Returns the parameters of the address after a change, without defaults. */
export function patchVaultSearch(search: VaultSearch, patch: VaultSearchPatch): VaultSearch {
  return withoutDefaults({ ...search, ...patch });
}

/** Parses the search; without a search text the search options are ignored. */
function parseFind(raw: Record<string, unknown>): VaultSearchPatch {
  const find = matching(raw['find'], /^.{0,400}$/su);
  if (find === undefined) return {};
  return {
    find,
    scope: matching(raw['scope'], /^\w{1,20}$/),
    items: matching(raw['items'], /^[\w,]{1,20}$/),
    words: matching(raw['words'], /^\w{1,20}$/),
    time: matching(raw['time'], /^[\w ]{1,20}$/),
    dates: daysIn(raw['dates']),
  };
}

function withoutDefaults(search: VaultSearchPatch): VaultSearch {
  const defaults: VaultSearchPatch = { tab: DEFAULT_TAB, page: 1, size: DEFAULT_PAGE_SIZE };
  const kept = Object.entries(search).filter(
    ([name, value]) => value !== undefined && value !== defaults[name as keyof VaultSearch],
  );
  return Object.fromEntries(kept) as VaultSearch;
}

function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 1 && number <= MAX_PAGE
    ? number
    : undefined;
}

function matching(value: unknown, pattern: RegExp): string | undefined {
  return typeof value === 'string' && pattern.test(value) ? value : undefined;
}

/** Parses a range of two calendar days; undefined when one of the days does not exist, such as February 30 (USE-19). */
function daysIn(value: unknown): string | undefined {
  const days = matching(value, DAYS);
  return days?.split('..').every(isDay) === true ? days : undefined;
}

/** Parses a moment as `toISOString` writes it; undefined when it does not exist. */
function momentIn(value: unknown): string | undefined {
  const text = matching(value, /^[\d-]{10}T[\d:.]{12}Z$/);
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) || new Date(time).toISOString() !== text ? undefined : text;
}

/**
 * Returns whether a day exists. `Date` accepts February 30 and converts it to a day of March, so the day is compared.
 */
function isDay(text: string): boolean {
  const time = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}

/** Parses a query string. Values stay strings, so that an id that has only digits does not become a number. */
export function parseQuery(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** Writes a query string that parseQuery reads; commas and slashes are not escaped. @returns '' or '?…' */
export function writeQuery(search: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null) query.set(name, `${value as string | number}`);
  }
  const text = query.toString().replaceAll('%2C', ',').replaceAll('%2F', '/');
  return text === '' ? '' : `?${text}`;
}
