import * as z from 'zod';
import { endpoint, nameCalls } from './endpoint.ts';
import { RECENT_SEARCHES } from './limits.ts';
import { idSchema, pagedOf, pagingSchema, timestampSchema } from './shapes.ts';

/** The kinds of access records (D-39). */
export const ACCESS_KINDS = ['Download', 'Search_File', 'Link_View'] as const;
/** The fields by which access records can be sorted (C16). */
export const ACCESS_SORT_FIELDS = ['createdDate', 'accessor', 'content'] as const;

/** DATA-16: one recorded access to a file. */
export const accessRecordSchema = z
  .object({
    id: idSchema,
    createdDate: timestampSchema,
    accessor: z.string(),
    content: z.string(),
    versionId: z.uuid().nullable(),
    fileNames: z
      .array(z.string())
      .optional()
      .describe('Link_View: the files that were viewed, downloaded or handed in; the first 50'),
    fileCount: z.number().int().optional().describe('Link_View: the number of these files'),
    givenAs: z
      .string()
      .optional()
      .describe('Link_View: the name or address that the visitor of a request stated; not verified (USE-47)'),
  })
  .meta({ id: 'AccessRecord' });
export type AccessRecord = z.infer<typeof accessRecordSchema>;

/** DATA-13: a recent search of the user. */
export const recentSearchSchema = z
  .object({ id: idSchema, content: z.string() })
  .meta({ id: 'RecentSearch' });
export type RecentSearch = z.infer<typeof recentSearchSchema>;

export const history = nameCalls('history', {
  accessRecords: endpoint({
    id: 'C16',
    summary:
      'List a page of the access records: previews and downloads of a file, searches in a record, or views of a link',
    method: 'GET',
    path: '/api/v1/services/file-system/access-records',
    access: 'read',
    query: pagingSchema.extend({ type: z.enum(ACCESS_KINDS), relationId: idSchema }),
    data: pagedOf(accessRecordSchema),
  }),
  recentSearches: endpoint({
    id: 'C14',
    summary: "List the user's recent searches in a record, newest first, without duplicates",
    method: 'GET',
    path: '/api/v1/services/file-system/recent',
    access: 'read',
    query: pagingSchema.omit({ sort: true }).extend({
      type: z.literal('Search_File').default('Search_File'),
      relationId: idSchema,
      size: z.coerce
        .number()
        .int()
        .min(1)
        .default(RECENT_SEARCHES)
        .transform((size) => Math.min(size, 100)),
    }),
    data: pagedOf(recentSearchSchema),
  }),
});
