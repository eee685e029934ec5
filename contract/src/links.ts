import * as z from 'zod';
import { endpoint, nameCalls } from './endpoint.ts';
import { boundedText } from './lengths.ts';
import { MAX_TEXT } from './limits.ts';
import { LINK_ACCESS_TYPES } from './sharing.ts';
import { idSchema, pagedOf, pagingSchema, pathIdSchema, timestampSchema } from './shapes.ts';

/** LIMIT-22: the current state of a link (D-29). */
export const LINK_STATUSES = ['Active', 'Expired', 'Deleted'] as const;
export type LinkStatus = (typeof LINK_STATUSES)[number];
/** LINKS-01: the values of the status filter. A link that GUARD-11 has ended is found by `Expired`, not by `Active`. */
export const LINK_STATUS_FILTERS = ['Any', 'Active', 'Expired', 'Deleted'] as const;
export type LinkStatusFilter = (typeof LINK_STATUS_FILTERS)[number];
/** D-34: the values of the type filter. */
export const LINK_QUERY_TYPES = ['ALL', 'SHARE', 'REQUEST'] as const;
export const LINK_TYPES = ['SHARE', 'REQUEST'] as const;
export type LinkType = (typeof LINK_TYPES)[number];
/** USE-16: why a link does not open any of its targets. */
export const LINK_TARGET_STATES = ['InTrash', 'Gone'] as const;
export type LinkTargetState = (typeof LINK_TARGET_STATES)[number];
/** GUARD-11: why a link gives nothing, although it is neither expired nor deleted. */
export const LINK_MAKER_STATES = ['NoAccess'] as const;
/** The fields by which links can be sorted (C38). */
export const LINK_SORT_FIELDS = ['fileName', 'createTime', 'accessTimes'] as const;
export type LinkSortField = (typeof LINK_SORT_FIELDS)[number];

/** DATA-18 … DATA-22: a link in the list of links. */
export const sharedLinkSchema = z
  .object({
    id: idSchema,
    fileName: z.string().describe("several items: their names joined with ', '"),
    location: z.string().describe("the path of the folder that contains the items; '' is the root"),
    createBy: z.string().nullable(),
    receiveByEmail: z.string().describe("'a@x.com;b@y.com'; '' is anyone"),
    createTime: timestampSchema,
    lastAccessedTime: timestampSchema.nullable(),
    status: z.enum(LINK_STATUSES),
    deleted: z.boolean(),
    updatedContact: z.object({ name: z.string() }).nullable().describe('the user who deleted it'),
    updatedTime: timestampSchema.nullable().describe('the time of its deletion'),
    access: z.enum(LINK_ACCESS_TYPES),
    accessTimes: z.number().int(),
    isPublic: z.boolean(),
    download: z.boolean().describe('allowed, and the maker still has the permission (GUARD-11)'),
    edit: z.boolean().describe('as download'),
    expire: z.boolean(),
    expireDateTime: z.number().nullable().describe('epoch ms'),
    notify: z.boolean(),
    accessUrl: z.url().nullable().describe('null without share permission (GUARD-12)'),
    password: z.string().nullable().describe('null without share permission'),
    isFile: z.boolean().describe('true only for exactly one file'),
    parentFolderSfid: idSchema,
    parentIsExist: z.boolean().describe('false when the parent is in the trash or deleted'),
    fileSystem: z
      .object({ indexPath: z.string(), sfid: idSchema })
      .nullable()
      .describe('the target; null when it is permanently deleted'),
    linkType: z.enum(LINK_TYPES),
    askGiver: z
      .boolean()
      .optional()
      .describe('whether visitors must state a name or an address; requests for anyone only (USE-47)'),
    targetState: z
      .enum(LINK_TARGET_STATES)
      .optional()
      .describe(
        'why the link opens nothing, whatever its status; absent while a part of its target is live (USE-16)',
      ),
    makerState: z
      .enum(LINK_MAKER_STATES)
      .optional()
      .describe(
        'NoAccess: the maker no longer has the permissions, so the link gives nothing, whatever its status (GUARD-11)',
      ),
  })
  .meta({ id: 'SharedLink' });
export type SharedLink = z.infer<typeof sharedLinkSchema>;

const linkFilterSchema = z.object({
  queryType: z.enum(LINK_QUERY_TYPES).default('ALL'),
  status: z.enum(LINK_STATUS_FILTERS).default('Any'),
  search: boundedText({ max: MAX_TEXT })
    .optional()
    .describe('a part of the name, of a recipient or of the creator; ignores case (USE-44)'),
});

const ofRecord = {
  record: { in: 'params', field: 'recordId' },
  params: z.object({ recordId: pathIdSchema }),
} as const;
const LINKS = '/api/v1/services/file-system/:recordId/link';

export const links = nameCalls('links', {
  list: endpoint({
    ...ofRecord,
    id: 'C38',
    summary: 'List a page of the links of a record, including deleted links',
    method: 'GET',
    path: LINKS,
    access: 'read',
    query: pagingSchema.extend({
      ...linkFilterSchema.shape,
      id: idSchema.optional().describe('only this link (USE-18)'),
    }),
    data: pagedOf(sharedLinkSchema),
  }),
  exportAddress: endpoint({
    ...ofRecord,
    id: 'C39',
    summary: 'Get a signed address of the filtered links as CSV, valid for five minutes',
    method: 'GET',
    path: `${LINKS}/export`,
    access: 'read',
    query: linkFilterSchema.extend({
      sort: boundedText({ max: MAX_TEXT }).optional(),
      timeZone: boundedText({ max: MAX_TEXT }).default('UTC').describe('IANA name; UTC for an unknown name'),
    }),
    data: z.url(),
  }),
  update: endpoint({
    ...ofRecord,
    id: 'C40',
    summary: "Change a link: expiry, notification, password, or the question for the giver's name",
    method: 'POST',
    path: LINKS,
    access: 'share',
    body: z.object({
      id: idSchema,
      expireType: boundedText({ max: MAX_TEXT }).optional().describe("always 'On Date' (T-60)"),
      accessTimes: z.number().optional().describe('ignored (D-32)'),
      expireDateTime: z.number().nullish(),
      expire: z.boolean(),
      notify: z.boolean(),
      password: boundedText({ max: MAX_TEXT })
        .optional()
        .describe('a new password, which ends all current visits; absent: unchanged'),
      askGiver: z
        .boolean()
        .optional()
        .describe('requests for anyone; absent: unchanged; ignored for other links (USE-47)'),
    }),
    data: z.object({
      expireDateTime: z.number().nullable(),
      notify: z.boolean(),
      expire: z.boolean(),
      askGiver: z.boolean().optional().describe('the new value, if the call set it'),
    }),
  }),
  remove: endpoint({
    ...ofRecord,
    id: 'C41',
    summary: 'Delete a link: it no longer opens, and stays in the list (D-28)',
    method: 'DELETE',
    path: `${LINKS}/:id`,
    access: 'share',
    params: z.object({ recordId: pathIdSchema, id: pathIdSchema }),
    data: z.literal(true),
  }),
});
