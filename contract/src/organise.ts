import * as z from 'zod';
import { endpoint, nameCalls } from './endpoint.ts';
import { boundedText } from './lengths.ts';
import { MAX_TEXT, UPLOAD_CATEGORY } from './limits.ts';
import {
  folderPathSchema,
  idSchema,
  idsQuerySchema,
  itemSchema,
  pathIdSchema,
  selectionSchema,
} from './shapes.ts';

/** A boolean in a query string. */
const queryBoolean = z.enum(['true', 'false']).transform((text) => text === 'true');

/** D-12: `merge` means that nothing was changed, and that the merging variant of the call is needed. */
export const outcomeSchema = z.object({ outcome: z.enum(['done', 'merge']) }).meta({ id: 'Outcome' });
export type Outcome = z.infer<typeof outcomeSchema>;

const relocationSchema = selectionSchema.extend({
  path: folderPathSchema.describe('path of the target folder (D-09)'),
});
const copySchema = relocationSchema.extend({
  sign: z
    .literal('duplicate')
    .optional()
    .describe("'duplicate': copies one file into its own folder under a numbered name (D-14)"),
});
const fileNameSchema = z.object({ sfid: idSchema, name: z.string(), linkId: idSchema });

/** The effects of a merge, for its confirmation; computed by the planner that also performs the merge. */
export const mergePlanSchema = z
  .object({
    files: z
      .array(z.object({ name: z.string(), folderPath: z.string(), versions: z.number().int() }))
      .describe(
        'files that become versions of a file of the same name, with its number of versions afterwards; the first 100',
      ),
    fileCount: z.number().int(),
    folders: z.array(z.string()).describe('paths of the folders that are merged; the first 100'),
    folderCount: z.number().int(),
  })
  .meta({ id: 'MergePlan' });
export type MergePlan = z.infer<typeof mergePlanSchema>;

const ofSelection = { method: 'POST', record: { in: 'body', field: 'linkId' } } as const;

export const organise = nameCalls('organise', {
  createFolder: endpoint({
    id: 'C05',
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
      category: boundedText({ max: 400 }).default(UPLOAD_CATEGORY),
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
    summary: 'Move files and folders to the trash',
    method: 'DELETE',
    path: '/api/v2/services/file-system/vault/items',
    access: 'edit',
    record: { in: 'body', field: 'linkId' },
    query: z.object({ ids: idsQuerySchema.optional() }),
    body: selectionSchema.nullish(),
    data: z.literal(true),
  }),
  renameFolder: endpoint({
    id: 'C06',
    summary: 'Rename a folder',
    method: 'POST',
    path: '/api/v1/services/file-system/records/:linkId/folder/rename',
    access: 'edit',
    record: { in: 'params', field: 'linkId' },
    params: z.object({ linkId: pathIdSchema }),
    query: z.object({
      path: folderPathSchema.default('').describe('path of the parent (D-09)'),
      oriFolderName: boundedText({ max: MAX_TEXT }),
      newFolderName: z.string().default(''),
    }),
    data: outcomeSchema,
  }),
  renameFile: endpoint({
    ...ofSelection,
    id: 'C07',
    summary: 'Rename a file; replies `merge` and changes nothing when a file has the new name',
    path: '/api/v1/services/file-system/file/rename',
    access: 'edit',
    body: fileNameSchema,
    data: outcomeSchema,
  }),
  mergeFile: endpoint({
    ...ofSelection,
    id: 'C08',
    summary: 'Rename a file and merge it with the file that has the new name (D-13)',
    path: '/api/v1/services/file-system/file/merge',
    access: 'edit',
    body: fileNameSchema,
    data: outcomeSchema,
  }),
  move: endpoint({
    ...ofSelection,
    id: 'C10',
    summary: 'Move files and folders into a folder',
    path: '/api/v1/services/file-system/move',
    access: 'edit',
    body: relocationSchema,
    data: outcomeSchema,
  }),
  moveMerging: endpoint({
    ...ofSelection,
    id: 'C11',
    summary: 'Move files and folders, and merge items of the same name (D-13)',
    path: '/api/v1/services/file-system/move/merge',
    access: 'edit',
    body: relocationSchema,
    data: outcomeSchema,
  }),
  copy: endpoint({
    ...ofSelection,
    id: 'C12',
    summary: 'Copy files and folders into a folder, or duplicate one file',
    path: '/api/v1/services/file-system/copy',
    access: 'read',
    body: copySchema,
    data: outcomeSchema,
  }),
  copyMerging: endpoint({
    ...ofSelection,
    id: 'C13',
    summary: 'Copy files and folders, and merge items of the same name (D-13)',
    path: '/api/v1/services/file-system/copy/merge',
    access: 'read',
    body: copySchema,
    data: outcomeSchema,
  }),
  mergePlan: endpoint({
    ...ofSelection,
    id: 'C63',
    summary: 'Preview the effects of a merging move, copy or rename',
    path: '/api/v1/services/file-system/merge-plan',
    access: 'read',
    body: relocationSchema.extend({
      action: z.enum(['move', 'copy', 'rename']),
      name: boundedText({ max: MAX_TEXT }).optional().describe('the new name; for rename only'),
    }),
    data: mergePlanSchema,
  }),
});
