import * as z from 'zod';
import { endpoint, nameCalls } from './endpoint.ts';
import { boundedText } from './lengths.ts';
import { MAX_PAGE_SIZE, MAX_TEXT } from './limits.ts';
import { accessRecordSchema } from './history.ts';
import { idSchema, pagedOf, pagingSchema, timestampSchema } from './shapes.ts';

/** The outcomes of an entry, in the order in which they are shown. */
export const AUDIT_OUTCOMES = ['success', 'refused', 'failed'] as const;
const ACTOR_KINDS = ['person', 'visitor', 'anonymous', 'system', 'command'] as const;
/** The entries of a page of the activity (C115), by default. */
export const ACTIVITY_PAGE_SIZE = 50;
/** The records and people that C116 returns, each. */
export const ACTIVITY_CHOICES = 20;

const factsSchema = z.record(z.string(), z.unknown());
const namedSchema = z.object({ sfid: idSchema, name: z.string().describe("'' when it does not exist") });

/** An entry of the audit for people with the right 'audit' (AUDIT-05). */
const activityEntrySchema = z
  .object({
    id: z.number().int(),
    at: timestampSchema,
    action: z.string().describe('one of the actions of the audit, such as file.download'),
    outcome: z.enum(AUDIT_OUTCOMES),
    actor: z.object({
      kind: z.enum(ACTOR_KINDS),
      id: z.string().nullable().describe('the account of a person'),
      name: z.string().nullable(),
      email: z.string().nullable(),
      address: z.string().nullable().describe('the client address'),
      agent: z.string().nullable().describe('the user agent'),
    }),
    record: namedSchema.nullable(),
    link: namedSchema.nullable().describe('of a visitor, or the one that is used or changed'),
    visitId: z.string().nullable(),
    object: z
      .object({
        kind: z.string(),
        id: z.string(),
        name: z.string().nullable().describe('at that time'),
        path: z.string().nullable().describe('at that time'),
      })
      .nullable(),
    details: factsSchema.describe('facts without personal data'),
    personal: factsSchema.describe('other facts about people'),
    requestId: z.string().nullable().describe('the request in the log'),
    redacted: z.boolean().describe('its personal data was removed (AUDIT-02)'),
  })
  .meta({ id: 'ActivityEntry' });
export type ActivityEntry = z.infer<typeof activityEntrySchema>;

const span = {
  from: timestampSchema.optional().describe('the first moment'),
  to: timestampSchema.optional().describe('the first moment after the period'),
};

/** The filters of the activity; all of them apply together. */
export const activityFilterSchema = z.object({
  ...span,
  record: idSchema.optional(),
  person: idSchema.optional().describe('the account that acted'),
  link: idSchema.optional(),
  object: boundedText({ min: 1, max: MAX_TEXT })
    .optional()
    .describe('the id of a file, folder, link or account'),
  action: z
    .string()
    .regex(/^[a-z-]{1,40}\.[a-z-]{1,40}$/)
    .optional(),
  kind: z
    .string()
    .regex(/^[a-z-]{1,40}$/)
    .optional()
    .describe("the actions of a kind: the part before the dot, such as 'link'"),
  outcome: z.enum(AUDIT_OUTCOMES).optional(),
  search: boundedText({ max: MAX_TEXT })
    .optional()
    .describe('part of the name or of the path of the object at that time, case-insensitive'),
});
export type ActivityFilter = z.infer<typeof activityFilterSchema>;

const ACTIVITY = '/api/v1/activity';

/** The place of an entry in the list: its time in milliseconds, and its id. */
const cursorSchema = z
  .string()
  .regex(/^\d{1,15}-\d{1,18}$/)
  .optional();

export const activity = nameCalls('activity', {
  list: endpoint({
    id: 'C115',
    summary: 'List entries of the audit, newest first (AUDIT-05)',
    method: 'GET',
    path: ACTIVITY,
    access: 'audit',
    query: activityFilterSchema
      .extend({
        after: cursorSchema.describe('`next` of the page with newer entries'),
        before: cursorSchema.describe('`previous` of the page with older entries; not together with `after`'),
        size: z.coerce
          .number()
          .int()
          .min(1)
          .default(ACTIVITY_PAGE_SIZE)
          .transform((size) => Math.min(size, MAX_PAGE_SIZE)),
      })
      .refine(({ after, before }) => after === undefined || before === undefined, {
        error: 'not together with after',
        path: ['before'],
      }),
    data: z.object({
      entries: z.array(activityEntrySchema),
      next: z
        .string()
        .nullable()
        .describe(
          '`after` of the page with older entries; null at the end. A page can have fewer than `size`',
        ),
      previous: z.string().nullable().describe('`before` of the page with newer entries; null at the newest'),
      searchedTo: timestampSchema
        .nullable()
        .describe('entries beyond this moment are not searched yet; null when the page is full or the last'),
    }),
  }),
  choices: endpoint({
    id: 'C116',
    summary: 'Find records and people for the filters of the activity',
    method: 'GET',
    path: `${ACTIVITY}/choices`,
    access: 'audit',
    query: z.object({
      search: boundedText({ max: MAX_TEXT })
        .default('')
        .describe('part of a name or an e-mail address, or a whole id'),
    }),
    data: z.object({
      records: z.array(namedSchema),
      people: z.array(namedSchema.extend({ email: z.string() })),
    }),
  }),
  exportAddress: endpoint({
    id: 'C117',
    summary: 'Get a signed address of the filtered entries as CSV, valid for five minutes',
    method: 'GET',
    path: `${ACTIVITY}/export`,
    access: 'audit',
    query: activityFilterSchema,
    data: z.url(),
  }),
  proofAddress: endpoint({
    id: 'C118',
    summary: 'Get a signed address of entries with chain and seals as JSON Lines, valid for five minutes',
    method: 'GET',
    path: `${ACTIVITY}/proof`,
    access: 'audit',
    query: z.object({ ...span, record: idSchema.optional().describe('absent: the whole vault') }),
    data: z.url(),
  }),
  accessRecords: endpoint({
    id: 'C119',
    summary:
      'List a page of the previews and downloads of a file, or of the views of a link, that the audit knows: also when it no longer exists (AUDIT-07)',
    method: 'GET',
    path: `${ACTIVITY}/access-records`,
    access: 'audit',
    query: pagingSchema.extend({ type: z.enum(['Download', 'Link_View']), relationId: idSchema }),
    data: pagedOf(accessRecordSchema),
  }),
});
