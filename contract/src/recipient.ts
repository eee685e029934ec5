import * as z from 'zod';
import { downloadSizeSchema, downloadTicketSchema } from './download.ts';
import { endpoint, nameCalls } from './endpoint.ts';
import { originalKindsSchema, previewViewSchema, renewsSchema } from './preview.ts';
import { boundedList, boundedText } from './lengths.ts';
import { MAX_SELECTION, MAX_TEXT } from './limits.ts';
import { LINK_TYPES } from './links.ts';
import { NAME_CHARACTERS } from './names.ts';
import { LINK_ACCESS_TYPES } from './sharing.ts';
import { folderPathSchema, idSchema, itemSchema, pagedOf, pagingSchema, pathIdSchema } from './shapes.ts';
import { scanItemSchema, transferDetailSchema, upload, uploadUidSchema } from './upload.ts';

/** C42: the data of the landing page, before any password or code; nothing of the contents. */
export const landingSchema = z
  .object({
    name: z.string(),
    linkType: z.enum(LINK_TYPES),
    accessType: z.enum(LINK_ACCESS_TYPES),
    needPassword: z.boolean(),
    needEmail: z.boolean(),
    isFile: z.boolean(),
    allowDownload: z.boolean(),
    allowEdit: z.boolean(),
    senderName: z.string().nullable().describe('only with addName'),
    message: z.string().nullable(),
    expireDateTime: z.number().nullable(),
    nameCharacters: z.enum(NAME_CHARACTERS).describe('which names a request takes (contract 10.20)'),
    brand: z.object({ name: z.string(), color: z.string().describe('#rrggbb') }),
    askGiver: z
      .literal(true)
      .optional()
      .describe('C52 needs `givenAs`: the name or e-mail address of the visitor (USE-47)'),
  })
  .meta({ id: 'Landing' });
export type Landing = z.infer<typeof landingSchema>;

const visitSchema = z.object({
  visitorToken: z.string(),
  expiresIn: z.number().int().describe('seconds'),
  continuation: z
    .string()
    .optional()
    .describe('requests for anyone: a later visit with it has what this one submitted (USE-15)'),
});

/** The base path of a link's calls; all except the landing, the code and the unlocking need a visitor token. */
const PL = '/api/v1/services/file-system/public/links/:token';
const params = z.object({ token: pathIdSchema });
const ofVisitor = { access: 'visitor', params } as const;
const ofAnybody = { access: 'link', params } as const;

const submissionDetailSchema = transferDetailSchema
  .extend({
    sameAs: z.string().optional().describe('an earlier file of this visit with the same bytes (USE-07)'),
  })
  .meta({ id: 'SubmissionDetail' });
export type SubmissionDetail = z.infer<typeof submissionDetailSchema>;

const visitorSelectionSchema = z.object({
  sfids: boundedList(idSchema, { max: MAX_SELECTION }).default([]),
  paths: boundedList(folderPathSchema, { max: MAX_SELECTION }).default([]),
  containsSubFolders: z.boolean().default(true),
});

export const recipient = nameCalls('recipient', {
  landing: endpoint({
    ...ofAnybody,
    id: 'C42',
    summary: 'What a link is, without anything of its contents; counts no view',
    method: 'GET',
    path: PL,
    data: landingSchema,
  }),
  sendCode: endpoint({
    ...ofAnybody,
    id: 'C43',
    summary: 'Send a code to an address if it is a recipient; the reply is the same if it is not',
    method: 'POST',
    path: `${PL}/verify-email`,
    body: z.object({ email: boundedText({ max: MAX_TEXT }) }),
    data: z.literal(true),
  }),
  unlock: endpoint({
    ...ofAnybody,
    id: 'C44',
    summary: 'Begin a visit: checks the password and the code where the link asks for them',
    method: 'POST',
    path: `${PL}/unlock`,
    body: z.object({
      password: boundedText({ max: MAX_TEXT }).nullish(),
      email: boundedText({ max: MAX_TEXT }).nullish(),
      code: boundedText({ max: MAX_TEXT }).nullish(),
      continues: boundedText({ max: MAX_TEXT })
        .nullish()
        .describe('`continuation` of an earlier visit; one that is not valid is ignored (USE-15)'),
      formerToken: boundedText({ max: MAX_TEXT })
        .nullish()
        .describe(
          '`visitorToken` of an earlier visit of the same recipient: its office windows go on; any other is ignored (USE-03)',
        ),
    }),
    data: visitSchema,
  }),
  list: endpoint({
    ...ofVisitor,
    id: 'C45',
    summary: 'A page of what is shared, or of a folder below it',
    method: 'GET',
    path: `${PL}/items`,
    query: pagingSchema.extend({ path: folderPathSchema.default('') }),
    data: pagedOf(itemSchema),
  }),
  downloadSize: endpoint({
    ...ofVisitor,
    id: 'C46',
    summary: 'How many files and bytes a download of what is shared would have',
    method: 'POST',
    path: `${PL}/download/size`,
    body: visitorSelectionSchema,
    data: downloadSizeSchema,
  }),
  download: endpoint({
    ...ofVisitor,
    id: 'C47',
    summary: 'Download a selection of what is shared: one file as it is, anything else as a ZIP',
    method: 'POST',
    path: `${PL}/download`,
    body: visitorSelectionSchema,
    reply: 'bytes',
    data: z.never(),
  }),
  downloadTicket: endpoint({
    ...ofVisitor,
    id: 'C65',
    summary: 'A signed address of a selection of what is shared; valid for ten minutes',
    method: 'POST',
    path: `${PL}/download/ticket`,
    body: visitorSelectionSchema,
    data: downloadTicketSchema,
  }),
  preview: endpoint({
    ...ofVisitor,
    id: 'C48',
    summary: 'A shared file to look at: its bytes, or the rendering of an Office file',
    method: 'GET',
    path: `${PL}/files/:externalId/preview`,
    params: params.extend({ externalId: pathIdSchema }),
    query: z.object({ view: previewViewSchema.optional(), kinds: originalKindsSchema }),
    reply: 'bytes',
    data: z.never(),
  }),
  previewAddress: endpoint({
    ...ofVisitor,
    id: 'C75',
    summary:
      'A signed address of the bytes of a shared file, for players that read ranges; valid for ten minutes, passes the gate at each request',
    method: 'GET',
    path: `${PL}/files/:externalId/preview-address`,
    params: params.extend({ externalId: pathIdSchema }),
    query: z.object({ kinds: originalKindsSchema, renews: renewsSchema }),
    data: z.url(),
  }),
  editAddress: endpoint({
    ...ofVisitor,
    id: 'C49',
    summary: "The Office-online address of a shared file; '' when no office host is configured",
    method: 'GET',
    path: `${PL}/files/:externalId/edit-url`,
    params: params.extend({ externalId: pathIdSchema }),
    data: z.string(),
  }),
  prepareUpload: endpoint({
    ...ofVisitor,
    id: 'C50',
    summary: 'Ask for an upload address into a request, valid for one hour',
    method: 'POST',
    path: `${PL}/upload/pre`,
    query: upload.prepare.query,
    body: upload.prepare.body,
    data: z.url(),
  }),
  scanUpload: endpoint({
    ...ofVisitor,
    id: 'C51',
    summary: 'Scan what a visitor uploaded; a folder is unpacked and scanned file by file',
    method: 'POST',
    path: `${PL}/scan`,
    query: upload.scan.query,
    data: z.array(scanItemSchema),
  }),
  transferUpload: endpoint({
    ...ofVisitor,
    id: 'C52',
    summary: 'Put scanned uploads of a visitor into the folder of the request',
    method: 'POST',
    path: `${PL}/upload`,
    body: z.object({
      fileKeys: boundedList(boundedText({ min: 1, max: 80 }), { min: 1, max: 10_000 }),
      batch: uploadUidSchema.optional().describe('the same for calls that are one submission (USE-13)'),
      givenAs: boundedText({ max: MAX_TEXT })
        .optional()
        .describe('the name or e-mail address that the visitor states; needed when the link asks (USE-47)'),
    }),
    data: z.object({ detailList: z.array(submissionDetailSchema) }),
  }),
  uploadReceipt: endpoint({
    ...ofVisitor,
    id: 'C64',
    summary: 'What the visitor has submitted, on all visits of a proven address: the receipt to keep',
    method: 'GET',
    path: `${PL}/receipt`,
    query: pagingSchema.omit({ sort: true }),
    data: pagedOf(
      z.object({
        name: z.string(),
        size: z.number().int(),
        sha256: z.string(),
        receivedAt: z.iso.datetime(),
        isThisVisit: z
          .boolean()
          .describe(
            'or of one that it continues; false: of another visit of the same proven address (USE-15)',
          ),
      }),
    ),
  }),
});
export type UploadReceiptEntry = z.infer<typeof recipient.uploadReceipt.data>['content'][number];
