import * as z from 'zod';
import { endpoint, nameCalls } from './endpoint.ts';
import { MAX_PAGE_SIZE } from './limits.ts';
import { idSchema, timestampSchema } from './shapes.ts';

const namedSchema = z.object({ sfid: idSchema, name: z.string() });

/** What a person could do in the record, in the order in which it is shown. */
export const EXPOSURE_RIGHTS = ['read', 'download', 'create', 'edit', 'share'] as const;

/** A person with rights at the moment, and the reason. */
const exposedPersonSchema = z
  .object({
    sfid: idSchema,
    name: z.string().describe('the present name'),
    email: z.string(),
    rights: z.array(z.enum(EXPOSURE_RIGHTS)),
    reason: z
      .enum(['own', 'member', 'issuer'])
      .describe('own record, member of the record, claims of the issuer'),
  })
  .meta({ id: 'ExposedPerson' });
export type ExposedPerson = z.infer<typeof exposedPersonSchema>;

const exposingLinkSchema = z
  .object({
    sfid: idSchema,
    name: z.string(),
    type: z.enum(['SHARE', 'REQUEST']),
    rights: z
      .array(z.enum(['view', 'download', 'edit', 'upload']))
      .describe('what it gave at the moment; empty when it had ended'),
    through: namedSchema
      .extend({ place: z.enum(['itself', 'above', 'below']).describe('where it was, seen from the item') })
      .nullable()
      .describe('the shared item; null when the question is about the link'),
    isPublic: z.boolean().describe('open to anyone with the address'),
    hasPassword: z.boolean().describe('at present'),
    recipients: z.array(z.string()),
    maker: namedSchema.describe('at the moment'),
    createdAt: timestampSchema,
    expiresAt: timestampSchema.nullable().describe('at the moment'),
    accessTimes: z.number().int().describe('its openings, previews and downloads up to now'),
    lastAccessedAt: timestampSchema.nullable(),
  })
  .meta({ id: 'ExposingLink' });
export type ExposingLink = z.infer<typeof exposingLinkSchema>;

const receiverSchema = z.object({
  kind: z.enum(['person', 'visitor', 'anonymous', 'system', 'command']),
  id: z.string().nullable().describe('the account of a person'),
  name: z.string().nullable(),
  email: z.string().nullable().describe('of a visitor: verified by an access code'),
  address: z.string().nullable().describe('the client address'),
});

/** One view or download. */
const accessSchema = z
  .object({
    id: z.number().int().describe('the entry of the audit'),
    at: timestampSchema,
    action: z.enum(['link.open', 'file.preview', 'file.download', 'office.open']),
    who: receiverSchema,
    file: z
      .object({ sfid: z.string(), name: z.string(), path: z.string() })
      .nullable()
      .describe('at that time; null for the opening of a link'),
    versionId: z.string().nullable(),
    link: namedSchema.nullable().describe('of a visitor'),
    redacted: z.boolean().describe('its personal data was removed (AUDIT-02)'),
  })
  .meta({ id: 'ExposureAccess' });
export type ExposureAccess = z.infer<typeof accessSchema>;

const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    rows: z.array(row),
    next: z.string().nullable().describe('`after` of the next page; null at the end'),
  });

/** Who has received bytes, with the number of views and downloads. */
const byteReceiverSchema = receiverSchema
  .extend({
    link: namedSchema.nullable(),
    count: z.number().int().describe('views and downloads'),
    lastAt: timestampSchema,
  })
  .meta({ id: 'ByteReceiver' });
export type ByteReceiver = z.infer<typeof byteReceiverSchema>;

const at = timestampSchema.optional().describe('the moment; absent for now');
const params = z.object({ id: idSchema.describe('a file, a folder or a link; also one that was deleted') });
const PATH = '/api/v1/exposure/:id';

/** The query of an export of the exposure (C122). */
export const exposureExportQuery = z.object({ at });

export const exposure = nameCalls('exposure', {
  read: endpoint({
    id: 'C121',
    summary: 'Who could open an item at a moment, and who did (AUDIT-09)',
    method: 'GET',
    path: PATH,
    access: 'audit',
    params,
    query: z.object({
      at,
      list: z.enum(['all', 'people', 'links', 'accesses']).default('all').describe('the lists to return'),
      after: z
        .string()
        .regex(/^\d{1,15}(?:-\d{1,18})?$/)
        .optional()
        .describe('`next` of the page before, with one list'),
      size: z.coerce
        .number()
        .int()
        .min(1)
        .default(MAX_PAGE_SIZE)
        .transform((size) => Math.min(size, MAX_PAGE_SIZE)),
    }),
    data: z.object({
      item: z.object({
        sfid: idSchema,
        kind: z.enum(['file', 'folder', 'link']),
        name: z.string().describe('at the moment; the last one when it did not exist'),
        path: z.string().describe('of its folder at the moment'),
        record: namedSchema,
        state: z
          .enum(['present', 'trash', 'absent'])
          .describe('absent: not made yet, or deleted permanently; a deleted link is absent'),
      }),
      at: timestampSchema,
      completeFrom: timestampSchema.describe('rights and links are known from here on'),
      accessesFrom: timestampSchema.nullable().describe('the first entry of the audit'),
      people: pageOf(exposedPersonSchema)
        .nullable()
        .describe('null before `completeFrom`, or when the list is not requested'),
      links: pageOf(exposingLinkSchema).nullable().describe('as `people`'),
      accesses: pageOf(accessSchema)
        .extend({
          searchedTo: timestampSchema
            .nullable()
            .describe('earlier entries are not searched yet; null when the page is full or the last'),
        })
        .nullable()
        .describe('views and downloads up to now, newest first; null when the list is not requested'),
      recall: z
        .object({ links: z.number().int(), visits: z.number().int() })
        .describe('what a recall would end now: links, and visits that are open through them'),
    }),
  }),
  exportAddress: endpoint({
    id: 'C122',
    summary: 'Get a signed address of the exposure as CSV, valid for five minutes',
    method: 'GET',
    path: `${PATH}/export`,
    access: 'audit',
    params,
    query: exposureExportQuery,
    data: z.url(),
  }),
  receivers: endpoint({
    id: 'C123',
    summary: 'Who has received the bytes of an item, each once',
    method: 'GET',
    path: `${PATH}/receivers`,
    access: 'audit',
    params,
    data: z.object({
      receivers: z.array(byteReceiverSchema),
      firm: z.string().describe('BRAND_NAME, for the mail to them'),
      searchedTo: timestampSchema
        .nullable()
        .describe('earlier entries of the audit were not read; null when all were read'),
    }),
  }),
  recall: endpoint({
    id: 'C124',
    summary: 'End every link that reaches an item (AUDIT-10)',
    method: 'POST',
    path: `${PATH}/recall`,
    access: 'audit',
    params,
    data: z.object({
      links: z.array(namedSchema).describe('the links that this call ended; none when it is repeated'),
      visits: z.number().int().describe('visits that were open; their running downloads are cut'),
    }),
  }),
});
