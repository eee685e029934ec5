import * as z from 'zod';
import { endpoint, nameCalls } from './endpoint.ts';
import { SEARCH_ITEMS, searchTimeSchema } from './files.ts';
import { boundedList, boundedText } from './lengths.ts';
import { MAX_SELECTION, MAX_TEXT } from './limits.ts';
import { idSchema, idsQuerySchema, pagedOf, pagingSchema, pathIdSchema, timestampSchema } from './shapes.ts';

/** The fields by which the trash can be sorted (C34). */
export const TRASH_SORT_FIELDS = ['name', 'size', 'originalLocation', 'deletedAt', 'deletedBy'] as const;
export type TrashSortField = (typeof TRASH_SORT_FIELDS)[number];

/** A user with items in the trash. */
const deleterSchema = z.object({ id: idSchema, name: z.string() });

/** DATA-17: an item of the trash with its location, time and user. A folder includes all items below it (D-24). */
export const trashItemSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    contentType: z.string().describe("'folder' or the MIME type"),
    fileSizeString: z
      .string()
      .describe('a file: its current version; a folder: all items that are restored with it'),
    originalLocation: z.string().describe("the path of its former folder; '' is the root"),
    deletedAt: timestampSchema,
    deletedBy: deleterSchema,
  })
  .meta({ id: 'TrashItem' });
export type TrashItem = z.infer<typeof trashItemSchema>;

/** The location of a restored item (USE-45). */
const restoredItemSchema = z
  .object({
    id: idSchema,
    name: z.string().describe('differs from the former name when that name is taken (D-26)'),
    folderSfid: idSchema.describe('its folder'),
  })
  .meta({ id: 'RestoredItem' });
export type RestoredItem = z.infer<typeof restoredItemSchema>;

const TRASH = '/api/v2/services/file-system/vault/trash-items';

export const trash = nameCalls('trash', {
  list: endpoint({
    id: 'C34',
    summary: 'List a page of the trash of a record',
    method: 'GET',
    path: `${TRASH}/:id`,
    access: 'read',
    record: { in: 'params', field: 'id' },
    params: z.object({ id: pathIdSchema }),
    query: pagingSchema.extend({
      deletedBy: idSchema.optional().describe('the id of a user; absent: any user'),
      itemNameLike: boundedText({ max: MAX_TEXT })
        .optional()
        .describe('a part of the name; ignores case; % and _ are literal'),
      types: z.enum(SEARCH_ITEMS).default('FILE,FOLDER'),
      from: searchTimeSchema.optional(),
      to: searchTimeSchema.optional().describe('inclusive, to the second'),
    }),
    data: pagedOf(trashItemSchema),
  }),
  deleters: endpoint({
    id: 'C35',
    summary: 'List the users who deleted the items in the trash of a record, by name',
    method: 'GET',
    path: `${TRASH}/:ownerId/users-who-deleted-items`,
    access: 'read',
    record: { in: 'params', field: 'ownerId' },
    params: z.object({ ownerId: pathIdSchema }),
    data: z.array(deleterSchema),
  }),
  remove: endpoint({
    id: 'C36',
    summary: 'Delete items permanently, folders with all items below them (D-27)',
    method: 'DELETE',
    path: TRASH,
    access: 'edit',
    query: z.object({ ids: idsQuerySchema }),
    data: z.literal(true),
  }),
  restore: endpoint({
    id: 'C37',
    summary: 'Restore items to their former folders; missing folders are created (D-25, D-26)',
    method: 'POST',
    path: `${TRASH}/restore`,
    access: 'edit',
    query: z.object({
      places: z
        .enum(['true', 'false'])
        .default('false')
        .describe("'true': the reply lists the locations of the restored items instead of `true`"),
    }),
    body: boundedList(idSchema, { min: 1, max: MAX_SELECTION }),
    data: z.union([z.literal(true), z.array(restoredItemSchema)]),
  }),
});
