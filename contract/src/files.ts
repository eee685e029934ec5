import * as z from 'zod';
import { endpoint, nameCalls } from './endpoint.ts';
import { boundedText } from './lengths.ts';
import { MAX_TEXT } from './limits.ts';
import { Messages } from './messages.ts';
import { folderPathSchema, itemSchema, pagedOf, pagingSchema, pathIdSchema } from './shapes.ts';

/** The fields by which a list of files can be sorted (C03). */
export const FILE_SORT_FIELDS = ['name', 'size', 'createddate', 'uploadedBy'] as const;
export type FileSortField = (typeof FILE_SORT_FIELDS)[number];

/** Where a search looks (D-19): names, contents or both. */
export const SEARCH_CRITERIA = ['NAME', 'CONTENT', 'ALL'] as const;
export const SEARCH_ITEMS = ['FILE,FOLDER', 'FILE', 'FOLDER'] as const;

const SEARCH_TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

/** @returns the time, or null for a date or hour that does not exist: Date.parse accepts February 30 and 24:00 */
function parseSearchTime(text: string): Date | null {
  const iso = text.replace(' ', 'T');
  const time = new Date(`${iso}Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(iso) ? time : null;
}

/** 'YYYY-MM-DD HH:mm:ss' in UTC (SEARCH-21); P14 for everything else, including dates that do not exist (USE-19). */
export const searchTimeSchema = z
  .string(Messages.startDateRequired)
  .regex(SEARCH_TIME, Messages.startDateRequired)
  .transform((text, context) => {
    const time = parseSearchTime(text);
    if (time !== null) return time;
    context.addIssue(Messages.startDateRequired);
    return z.NEVER;
  });

/** The search parameters: a list call with any of them is a search (C03). */
const searchSchema = z.object({
  name: boundedText({ max: MAX_TEXT })
    .optional()
    .describe('a part of the name or the text; % and _ are literal'),
  searchCriteria: z.enum(SEARCH_CRITERIA).optional().describe('NAME when absent'),
  allFolder: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional()
    .describe('true: search the whole record; false: the folder and all folders below it (D-18)'),
  items: z.enum(SEARCH_ITEMS).optional(),
  startTime: searchTimeSchema.optional(),
  endTime: searchTimeSchema.optional(),
});

/** A file or folder that a search found; `excerpt` marks the matches in its text. */
export const foundItemSchema = itemSchema.extend({
  excerpt: z
    .array(z.object({ text: z.string(), marked: z.boolean() }))
    .optional()
    .describe('a short part of the text around the match, for matches in the contents'),
});
export type FoundItem = z.infer<typeof foundItemSchema>;

export const files = nameCalls('files', {
  list: endpoint({
    id: 'C03',
    summary: 'List a page of a folder or of search results; folders are before files in every order',
    method: 'GET',
    path: '/api/v1/services/file-system/files-v2/:recordId',
    access: 'read',
    record: { in: 'params', field: 'recordId' },
    params: z.object({ recordId: pathIdSchema }),
    query: pagingSchema.extend({
      parentFolder: folderPathSchema
        .default('')
        .describe("path or sfid of a folder; absent or '': the root (D-08)"),
      ...searchSchema.shape,
    }),
    data: pagedOf(foundItemSchema),
  }),
  settings: endpoint({
    id: 'C15',
    summary: "Get the portal's settings for the vault; each value is JSON in a string (T-79)",
    method: 'POST',
    path: '/api/v2/services/share/objects/tenant_meta_data/search',
    access: 'read',
    body: z.object({
      filters: z.object({ name: boundedText({ max: MAX_TEXT }), key: boundedText({ max: MAX_TEXT }) }),
    }),
    data: z.array(z.object({ name: z.string(), key: z.string(), value: z.string() })),
  }),
});
