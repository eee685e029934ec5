import * as z from 'zod';
import { endpoint, nameCalls } from './endpoint.ts';
import { boundedList, boundedText } from './lengths.ts';
import { MAX_SELECTION, MAX_TEXT } from './limits.ts';
import { folderPathSchema, idSchema, pathIdSchema } from './shapes.ts';

/** LIMIT-21: who may open a link. */
export const LINK_ACCESS_TYPES = ['Anyone', 'SpecificRecipients'] as const;
export type LinkAccessType = (typeof LINK_ACCESS_TYPES)[number];

/** DATA-10: the settings of a share or a request. Errors are reported in the order of contract 5.5. */
export const sharePayloadSchema = z
  .object({
    edit: z.boolean().default(false).describe('recipients may open Office files for editing'),
    accessType: boundedText({ max: MAX_TEXT }).nullish().describe('Anyone or SpecificRecipients'),
    expireDateTime: z.number().nullish().describe('epoch ms, the end of the chosen day in UTC (D-30)'),
    expire: z.boolean().default(true).describe('false: no expiry'),
    havePassword: z.boolean().default(false),
    password: boundedText({ max: MAX_TEXT }).nullish(),
    allowDownload: z.boolean().default(false),
    notify: z.boolean().default(false).describe('mail the sharer when the link is used'),
    addName: z.boolean().default(false).describe('name the sharer in the mail and on the page (D-36)'),
    separate: z.boolean().default(false).describe('one mail per recipient'),
    copy: z.boolean().default(false).describe('a copy of the mail to the sharer'),
    askGiver: z
      .boolean()
      .optional()
      .describe(
        'C26: visitors must state a name or an e-mail address before they submit; default: false; other calls: ignored (USE-47)',
      ),
    externalIds: boundedList(idOrUuid(), { max: MAX_SELECTION }).default([]).describe('files'),
    paths: boundedList(folderPathSchema, { max: MAX_SELECTION }).default([]).describe('folders'),
    path: folderPathSchema
      .default('')
      .describe(
        'a share: the folder that contains the selection; a request: the folder that receives the files (D-09)',
      ),
    receiveByEmails: boundedList(boundedText({ max: MAX_TEXT }), { max: MAX_SELECTION }).default([]),
    message: boundedText({ max: 20_000 })
      .nullish()
      .transform((text) => text ?? ''),
  })
  .meta({ id: 'SharePayload' });
export type SharePayload = z.input<typeof sharePayloadSchema>;

/** DATA-11: the result of creating a link. */
export const linkResultSchema = z
  .object({
    name: z.string(),
    accessUrl: z.url(),
    mailUnconfirmed: z
      .literal(true)
      .optional()
      .describe(
        'C25, C27: the mail server has not confirmed a mail; it is unknown whether it arrived (SAFE-29)',
      ),
  })
  .meta({ id: 'LinkResult' });
export type LinkResult = z.infer<typeof linkResultSchema>;

/** Identifies a file by its external id; the id of a list is accepted too. */
function idOrUuid() {
  return z.union([z.uuid(), idSchema]);
}

const ofRecord = {
  method: 'POST',
  access: 'share',
  record: { in: 'params', field: 'recordId' },
  params: z.object({ recordId: pathIdSchema }),
  body: sharePayloadSchema,
  data: linkResultSchema,
} as const;

export const sharing = nameCalls('sharing', {
  shareLink: endpoint({
    ...ofRecord,
    id: 'C24',
    summary: 'Create a share that anyone with the link can open',
    path: '/api/v1/services/file-system/records/:recordId/link',
  }),
  shareByEmail: endpoint({
    ...ofRecord,
    id: 'C25',
    summary: 'Create a share for recipients and mail the link to them',
    path: '/api/v1/services/file-system/records/:recordId/email',
  }),
  requestLink: endpoint({
    ...ofRecord,
    id: 'C26',
    summary: 'Create a request: anyone with the link can upload to a folder',
    path: '/api/v1/services/file-system/records/request/:recordId/link',
  }),
  requestByEmail: endpoint({
    ...ofRecord,
    id: 'C27',
    summary: 'Create a request for recipients and mail the link to them',
    path: '/api/v1/services/file-system/records/request/:recordId/email',
  }),
});
