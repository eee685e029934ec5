import { LINK_STATUS_FILTERS, type LinkStatusFilter, type SharedLink } from '@vault/contract';
import type { VaultSearch, VaultSearchPatch } from '../shared/index.ts';
import type { FilterFormat } from '../shared/list/index.ts';
import type { LinkListParams } from './queries.ts';
import { linkFilterTexts, linkTypeTexts } from './texts.ts';

/** The filter of the list of links. */
export type LinkFilter = Pick<LinkListParams, 'status' | 'queryType' | 'text'>;

export const ANY_LINK: LinkFilter = { status: 'Any', queryType: 'ALL', text: '' };

/** LINKS-01: the options of the status filter. The values are sent in calls, the labels are shown (T-11). */
export const STATUS_OPTIONS: readonly { value: LinkStatusFilter; label: string }[] = [
  { value: 'Any', label: linkFilterTexts.statuses.Any },
  { value: 'Active', label: linkFilterTexts.statuses.Active },
  { value: 'Expired', label: linkFilterTexts.statuses.Expired },
  { value: 'Deleted', label: linkFilterTexts.statuses.Deleted },
];

/** Returns the status filter of the address; 'Any' for an unknown value. */
export function statusFilterOf(text: string | undefined): LinkStatusFilter {
  return LINK_STATUS_FILTERS.find((status) => status === text) ?? 'Any';
}

/** The options of the type filter (USE-44). */
export const TYPE_OPTIONS: readonly { value: LinkFilter['queryType']; label: string }[] = [
  { value: 'ALL', label: linkFilterTexts.anyType },
  { value: 'SHARE', label: linkTypeTexts.SHARE },
  { value: 'REQUEST', label: linkTypeTexts.REQUEST },
];

/** USE-44: returns the label of a link's type, 'Share' or 'Request'. */
export const typeLabel = (type: SharedLink['linkType']): string => linkTypeTexts[type];

/** Returns the filter of the address; unknown values mean any. */
function linkFilterOf({ status, types, name }: VaultSearch): LinkFilter {
  const queryType = TYPE_OPTIONS.find(({ value }) => value === types)?.value ?? ANY_LINK.queryType;
  return { status: statusFilterOf(status), queryType, text: name ?? '' };
}

/** Returns the parameters that a filter sets in the address. */
const linkFilterPatch = ({ status, queryType, text }: LinkFilter): VaultSearchPatch => ({
  status: status === ANY_LINK.status ? undefined : status,
  types: queryType === ANY_LINK.queryType ? undefined : queryType,
  name: text === '' ? undefined : text,
});

export const FILTER_FORMAT: FilterFormat<LinkFilter> = { parse: linkFilterOf, write: linkFilterPatch };
