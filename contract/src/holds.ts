import * as z from 'zod';
import { endpoint, nameCalls } from './endpoint.ts';
import { boundedText } from './lengths.ts';
import { MAX_HOLD_REASON, MAX_KEEP_YEARS } from './limits.ts';
import {
  folderPathSchema,
  idSchema,
  pagedOf,
  pagingSchema,
  pathIdSchema,
  timestampSchema,
} from './shapes.ts';

const keepYearsSchema = z
  .number()
  .int()
  .min(1)
  .max(MAX_KEEP_YEARS)
  .nullable()
  .describe(
    'a retention rule: whole years after the creation of a version; null: a legal hold, until it is lifted',
  );

/** A legal hold or a retention rule in force. */
const holdSchema = z
  .object({
    id: idSchema,
    record: z.object({ sfid: idSchema, name: z.string() }),
    path: z
      .string()
      .nullable()
      .describe("the present path of its folder; '' is the whole record, null: deleted or in the trash"),
    keepYears: keepYearsSchema,
    reason: z.string(),
    setAt: timestampSchema,
    setBy: z.string(),
  })
  .meta({ id: 'Hold' });
export type Hold = z.infer<typeof holdSchema>;

const HOLDS = '/api/v1/holds';

export const holds = nameCalls('holds', {
  list: endpoint({
    id: 'C129',
    summary: 'List a page of the holds and retention rules in force, newest first (SAFE-12)',
    method: 'GET',
    path: HOLDS,
    access: 'audit',
    query: pagingSchema.omit({ sort: true }),
    data: pagedOf(holdSchema),
  }),
  set: endpoint({
    id: 'C130',
    summary: 'Set a hold or a retention rule on a folder or a whole record',
    method: 'POST',
    path: HOLDS,
    access: 'audit',
    body: z.object({
      record: idSchema,
      path: folderPathSchema.describe("the path of the folder; '' is the whole record"),
      keepYears: keepYearsSchema,
      reason: boundedText({ max: MAX_HOLD_REASON })
        .refine((text) => text.trim() !== '')
        .describe('shown in the list, such as the name of a case'),
    }),
    data: z.object({ id: idSchema }),
  }),
  lift: endpoint({
    id: 'C132',
    summary: 'Lift a hold or a retention rule',
    method: 'DELETE',
    path: `${HOLDS}/:id`,
    access: 'audit',
    params: z.object({ id: idSchema }),
    data: z.literal(true),
  }),
  ofItem: endpoint({
    id: 'C133',
    summary: 'Whether a file or folder is protected from permanent deletion',
    method: 'GET',
    path: `${HOLDS}/records/:recordId/items/:itemId`,
    access: 'read',
    record: { in: 'params', field: 'recordId' },
    params: z.object({ recordId: pathIdSchema, itemId: pathIdSchema }),
    data: z.object({
      isOnHold: z.boolean().describe('it, or an item in it'),
      keptUntil: timestampSchema.nullable().describe('null when it is on hold, or not protected'),
    }),
  }),
});
