import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { UPLOAD_CATEGORY } from './limits.ts';
import { folderPathSchema, idSchema, itemSchema, pathIdSchema, selectionSchema } from './shapes.ts';

/** A truth value in a query string. */
const queryBoolean = z.enum(['true', 'false']).transform((text) => text === 'true');

export const organise = {
  createFolder: endpoint({
    id: 'C05',
    area: 'organise',
    summary: 'Create a folder',
    method: 'POST',
    path: '/api/v1/services/file-system/records/:recordId/folder',
    access: 'create',
    record: { in: 'params', field: 'recordId' },
    params: z.object({ recordId: pathIdSchema }),
    query: z.object({
      name: z.string().default(''),
      path: folderPathSchema.default('').describe('path of the parent (D-09)'),
      shareToClient: queryBoolean.default(true),
      category: z.string().max(400).default(UPLOAD_CATEGORY),
      // PostgreSQL has no year 0
      asOfDate: z.iso
        .date()
        .refine((date) => !date.startsWith('0000'))
        .optional()
        .describe('UTC date; today when absent'),
    }),
    data: itemSchema,
  }),
  moveToTrash: endpoint({
    id: 'C09',
    area: 'organise',
    summary: 'Move files and folders to the trash',
    method: 'DELETE',
    path: '/api/v2/services/file-system/vault/items',
    access: 'edit',
    record: { in: 'body', field: 'linkId' },
    query: z.object({
      ids: z
        .string()
        .transform((text) => text.split(','))
        .pipe(z.array(idSchema).max(10_000))
        .optional(),
    }),
    body: selectionSchema.nullish(),
    data: z.literal(true),
  }),
};
