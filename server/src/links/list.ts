import { LINK_SORT_FIELDS, type Paged, type SharedLink } from '@vault/contract';
import { sortOf } from '../http/index.ts';
import type { ReadSource } from '../platform/database/index.ts';
import { countLinks, type LinkFilter, type LinkSort, selectLinks } from './link.queries.ts';
import { type LinkView, presentLinks } from './present.ts';

/** C38: returns the requested order; by default newest first. */
export const linkSortOf = (text: string | undefined): LinkSort =>
  sortOf(text, { fields: LINK_SORT_FIELDS, standard: { field: 'createTime', descending: true } });

/** C38: returns a page of the links of a record, including deleted links. */
export async function listLinks(
  { kysely }: ReadSource,
  filter: LinkFilter,
  { page, size, sort, view }: { page: number; size: number; sort: string | undefined; view: LinkView },
): Promise<Paged<SharedLink>> {
  const slice = { sort: linkSortOf(sort), offset: page * size, limit: size };
  const rows = await selectLinks(kysely, filter, slice);
  const content = await presentLinks(kysely, filter.recordId, { rows, view });
  const totalElements = await countLinks(kysely, filter);
  return { content, totalElements, numberOfElements: content.length };
}
