import * as z from 'zod';
import { boundedList, boundedText } from './lengths.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, MAX_SELECTION, MAX_TEXT } from './limits.ts';

/** D-05: opaque, 18 characters, the first three naming the kind. */
export const idSchema = z.string().regex(/^[0-9A-Za-z]{18}$/);
/** An id in a path may have any form: an unknown id returns 'not found', not 'invalid' (contract 10.3). */
export const pathIdSchema = boundedText({ min: 1, max: MAX_TEXT });
/** D-06: folder names joined with '/'; '' is the root. */
export const folderPathSchema = boundedText({ max: 20_000 });
/** Comma-separated ids in a query. */
export const idsQuerySchema = z
  .string()
  .transform((text) => text.split(','))
  .pipe(boundedList(idSchema, { max: MAX_SELECTION }));
export const timestampSchema = z.iso.datetime({ precision: 3 });

/** A size above the limit is reduced to the limit. */
export const pageSizeSchema = z.coerce
  .number()
  .int()
  .min(1)
  .transform((size) => Math.min(size, MAX_PAGE_SIZE));

/** Zero-based paging (D-01). */
export const pagingSchema = z.object({
  page: z.coerce.number().int().min(0).max(1_000_000_000).default(0),
  size: pageSizeSchema.default(DEFAULT_PAGE_SIZE),
  /** D-02: 'field,asc' or 'field,desc'; anything else is the call's default order. */
  sort: boundedText({ max: MAX_TEXT }).optional(),
});

/** One page of a list (DATA-23). */
export const pagedOf = <T extends z.ZodType>(item: T) =>
  z.object({
    content: z.array(item),
    totalElements: z.number().int().min(0),
    numberOfElements: z.number().int().min(0),
  });
export interface Paged<T> {
  content: T[];
  totalElements: number;
  numberOfElements: number;
}

/** A selection of items: files by id, folders by their own path (T-39). */
export const selectionSchema = z.object({
  linkId: idSchema,
  sfids: boundedList(idSchema, { max: MAX_SELECTION }).default([]),
  paths: boundedList(folderPathSchema, { max: MAX_SELECTION }).default([]),
});

/** SAFE-02: the stored bytes of a version are marked as damaged. */
export const damagedSchema = z
  .literal(true)
  .optional()
  .describe('the stored bytes are damaged: the file cannot be opened (SAFE-02)');

/** DATA-01: a file or folder of a list. */
export const itemSchema = z
  .object({
    sfid: idSchema,
    name: z.string(),
    showType: z.string().describe("'folder' or the MIME type"),
    fileType: z.string().describe("'folder' or the lower-case extension without dot"),
    fileSize: z.string(),
    size: z.number().int().describe('bytes; of a folder: all live current versions below it'),
    createddate: timestampSchema,
    uploadedBy: z.string(),
    versionCount: z.number().int().describe('0 for folders'),
    viewable: z.boolean(),
    editable: z.boolean(),
    sizeLimitFlag: z.boolean().describe('true: larger than the preview limit of its kind'),
    externalId: z.uuid().nullable(),
    versionId: z.uuid().nullable(),
    folderPath: z.string().describe('a folder: its own path; a file: the path of its folder (D-07)'),
    parentFolderSfid: idSchema,
    isDamaged: damagedSchema,
  })
  .meta({ id: 'Item' });
export type Item = z.infer<typeof itemSchema>;
