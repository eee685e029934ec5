import * as z from 'zod';
import { endpoint, nameCalls } from './endpoint.ts';
import { boundedText } from './lengths.ts';
import { folderPathSchema, pathIdSchema, timestampSchema } from './shapes.ts';

/** The number of equal parts of time for which C134 counts changes. */
export const MOMENT_PARTS = 60;
/**
 * The maximum number of items of a past folder (C135), and of paths of each kind of a plan (C136), that a reply lists.
 */
export const MAX_PAST_ITEMS = 1000;
export const MAX_PLANNED_PATHS = 100;

/** An item of a folder as it was at a moment. */
const pastItemSchema = z
  .object({
    name: z.string(),
    kind: z.enum(['folder', 'file']),
    sizeBytes: z.number().int().describe('0 for a folder'),
    present: z
      .enum(['same', 'changed', 'missing'])
      .describe(
        'what has its name in the present folder: it (a folder: with any content), a file with other bytes, or nothing of its kind',
      ),
    isKept: z.boolean().describe('false: the bytes are no longer kept'),
  })
  .meta({ id: 'PastItem' });
export type PastItem = z.infer<typeof pastItemSchema>;

const pathsSchema = z.object({
  count: z.number().int(),
  paths: z.array(z.string()).describe(`from the folder; the first ${MAX_PLANNED_PATHS}`),
});

/** What bringing a folder back will do. */
const bringBackPlanSchema = z
  .object({
    planId: z.string().describe('of exactly these changes, for C137'),
    target: z.string().describe('path of the folder that is made or changed'),
    isMissing: z.boolean().describe('there is no such folder now'),
    folders: pathsSchema.describe("folders to make; '' is the folder itself"),
    restored: pathsSchema.describe(
      "files and folders in the trash that are restored with everything in them and their history; '' is the folder itself; none for `beside`",
    ),
    movedBack: pathsSchema.describe(
      'former paths of files and folders that were renamed or moved, and go back with their history; none for `beside`',
    ),
    newFiles: pathsSchema.describe('files to make'),
    newVersions: pathsSchema.describe('files that get a version with their former bytes'),
    toTrash: pathsSchema.describe('items that were not there, and go to the trash; none for `beside`'),
    lost: pathsSchema.describe('files whose bytes are no longer kept'),
    unchanged: z.number().int().describe('files that are as they were'),
  })
  .meta({ id: 'BringBackPlan' });
export type BringBackPlan = z.infer<typeof bringBackPlanSchema>;

const wantedSchema = z.object({
  path: folderPathSchema.describe("path of the folder at the moment; '' is the whole record"),
  at: timestampSchema.describe('the moment'),
  mode: z
    .enum(['in-place', 'beside'])
    .describe('in-place: the folder becomes as it was; beside: a new folder next to it'),
});

const RECORD = '/api/v1/services/file-system/records/:recordId';

// The calls need `edit`, as those of the trash that change something: they also show what was deleted permanently.
const ofRecord = {
  access: 'edit',
  record: { in: 'params', field: 'recordId' },
  params: z.object({ recordId: pathIdSchema }),
} as const;

export const bringBack = nameCalls('bringBack', {
  moments: endpoint({
    ...ofRecord,
    id: 'C134',
    summary: 'The moments to which folders of a record can be brought back (SAFE-05)',
    method: 'GET',
    path: `${RECORD}/moments`,
    data: z.object({
      since: timestampSchema.describe('the first one'),
      now: timestampSchema,
      changes: z
        .array(z.number().int())
        .describe(
          `the number of changed or deleted items in each of ${MOMENT_PARTS} equal parts of this time`,
        ),
    }),
  }),
  past: endpoint({
    ...ofRecord,
    id: 'C135',
    summary: 'List a folder as it was at a moment: folders first, by name',
    method: 'GET',
    path: `${RECORD}/past`,
    query: z.object({
      path: folderPathSchema.default('').describe("path of the folder at the moment; '' is the root"),
      at: timestampSchema.optional().describe('the moment; absent: now'),
    }),
    data: z.object({
      items: z.array(pastItemSchema).describe(`the first ${MAX_PAST_ITEMS}`),
      total: z.number().int(),
    }),
  }),
  plan: endpoint({
    ...ofRecord,
    id: 'C136',
    summary: 'Show what bringing a folder back to a moment will do; changes nothing',
    method: 'POST',
    path: `${RECORD}/bring-back/plan`,
    body: wantedSchema,
    data: bringBackPlanSchema,
  }),
  carryOut: endpoint({
    ...ofRecord,
    id: 'C137',
    summary: 'Bring a folder back to a moment, as its plan shows',
    method: 'POST',
    path: `${RECORD}/bring-back`,
    body: wantedSchema.extend({ planId: boundedText({ max: 64 }).describe('of C136') }),
    data: z.object({
      target: z.string().describe('path of the folder that was made or changed'),
      undoAt: timestampSchema
        .nullable()
        .describe(
          'bringing `target` back to this moment, in place, undoes everything; null: `target` was made or restored, so moving it to the trash does',
        ),
    }),
  }),
});
