import { LINK_SORT_FIELDS, type Paged, type SharedLink } from '@vault/contract';
import type { Database } from '../platform/database/index.ts';
import { countLinks, type LinkFilter, type LinkSort, selectLinks } from './link.queries.ts';
import { type LinkView, presentLinks } from './present.ts';

const NEWEST_FIRST: LinkSort = { field: 'createTime', descending: true };

/** D-02: 'field,asc' or 'field,desc'; anything else is newest first (C38). */
export function sortOf(text: string | undefined): LinkSort {
  const [name, direction = 'asc', ...more] = (text ?? '').split(',');
  const field = LINK_SORT_FIELDS.find((known) => known === name);
  if (field === undefined || more.length > 0) return NEWEST_FIRST;
  if (direction !== 'asc' && direction !== 'desc') return NEWEST_FIRST;
  return { field, descending: direction === 'desc' };
}

/** C38: a page of the links of a record, deleted ones among them. */
export async function listLinks(
  { kysely }: Database,
  filter: LinkFilter,
  { page, size, sort, view }: { page: number; size: number; sort: string | undefined; view: LinkView },
): Promise<Paged<SharedLink>> {
  const slice = { sort: sortOf(sort), offset: page * size, limit: size };
  const rows = await selectLinks(kysely, filter, slice);
  const content = await presentLinks(kysely, filter.recordId, { rows, view });
  const totalElements = await countLinks(kysely, filter);
  return { content, totalElements, numberOfElements: content.length };
}
