import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { MAX_TEXT } from './limits.ts';
import { folderPathSchema, itemSchema, pagedOf, pagingSchema, pathIdSchema } from './shapes.ts';

/** The fields by which a list of files can be sorted (C03). */
export const FILE_SORT_FIELDS = ['name', 'size', 'createddate', 'uploadedBy'] as const;
export type FileSortField = (typeof FILE_SORT_FIELDS)[number];

export const files = {
  list: endpoint({
    id: 'C03',
    area: 'files',
    summary: 'A page of a folder; folders come before files in every order',
    method: 'GET',
    path: '/api/v1/services/file-system/files-v2/:recordId',
    access: 'read',
    record: { in: 'params', field: 'recordId' },
    params: z.object({ recordId: pathIdSchema }),
    query: pagingSchema.extend({
      parentFolder: folderPathSchema
        .default('')
        .describe("a folder's path, or its sfid; absent or '' is the root (D-08)"),
    }),
    data: pagedOf(itemSchema),
  }),
  settings: endpoint({
    id: 'C15',
    area: 'files',
    summary: "The portal's settings of the vault; each value is JSON in a text (T-79)",
    method: 'POST',
    path: '/api/v2/services/share/objects/tenant_meta_data/search',
    access: 'read',
    body: z.object({
      filters: z.object({ name: z.string().max(MAX_TEXT), key: z.string().max(MAX_TEXT) }),
    }),
    data: z.array(z.object({ name: z.string(), key: z.string(), value: z.string() })),
  }),
};
