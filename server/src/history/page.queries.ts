import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

export interface AccessSort {
  field: 'createdAt' | 'accessor' | 'content';
  descending: boolean;
}

export interface Slice {
  offset: number;
  limit: number;
}

export interface Page {
  sort: AccessSort;
  slice: Slice;
}

/** An access record (C16). */
export interface AccessRow {
  id: string;
  createdAt: Date;
  accessor: string;
  content: string;
  versionId: string | null;
  /** views of links: names of the files; at most 50 */
  fileNames: string[];
  fileCount: number;
  givenAs: string | null;
}

/** The rows of a page and the total of all pages. */
export interface Listed<Row> {
  rows: Row[];
  total: number;
}

/** The queries of a list of access records. */
export interface AccessList {
  /** @returns one page */
  page: (page: Page) => RawBuilder<AccessRow>;
  count: RawBuilder<{ total: number }>;
}

export async function listAccess(db: Kysely<DB>, { page, count }: AccessList, wanted: Page) {
  const { rows } = await page(wanted).execute(db);
  const counted = await count.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 } satisfies Listed<AccessRow>;
}

/** Indexes have the rows newest first; PostgreSQL can read them in both directions. */
const ORDERS = {
  createdAt: { true: 'created_at desc, key desc', false: 'created_at, key' },
  accessor: {
    true: 'lower(accessor) desc, created_at desc, key desc',
    false: 'lower(accessor), created_at desc, key desc',
  },
  content: { true: 'content desc, created_at desc, key desc', false: 'content, created_at desc, key desc' },
} as const;

/** The order and the limits of a page of rows with `created_at`, `accessor`, `content` and the unique `key`. */
export const pageOf = ({ sort: { field, descending }, slice }: Page) =>
  sql`order by ${sql.raw(ORDERS[field][`${descending}`])} offset ${slice.offset} limit ${slice.limit}`;
