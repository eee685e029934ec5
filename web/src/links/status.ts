import { LINK_STATUS_FILTERS, type LinkStatus, type LinkStatusFilter } from '@vault/contract';

/** LINKS-01: the values are the calls', the labels the screen's (T-11). */
export const STATUS_OPTIONS: readonly { value: LinkStatusFilter; label: string }[] = [
  { value: 'Any', label: 'Any' },
  { value: 'Active', label: 'Active Links' },
  { value: 'Expired', label: 'Expired Links' },
  { value: 'Deleted', label: 'Deleted Links' },
];

/** The status of the address; one that is none is Any. */
export function statusFilterOf(text: string | undefined): LinkStatusFilter {
  return LINK_STATUS_FILTERS.find((status) => status === text) ?? 'Any';
}

/** LINKS-15: the colour of the tag. */
export const STATUS_COLOURS: Record<LinkStatus, 'green' | 'grey' | 'red'> = {
  Active: 'green',
  Expired: 'grey',
  Deleted: 'red',
};
