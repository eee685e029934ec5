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
import { scanItemSchema, SENT_FILES_BODY, transferDetailSchema, upload, uploadUidSchema } from './upload.ts';

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
    senderName: z.string().nullable().describe('null without addName'),
    message: z.string().nullable(),
    expireDateTime: z.number().nullable(),
    nameCharacters: z
      .enum(NAME_CHARACTERS)
      .describe('the characters that names may contain (contract 10.20)'),
    brand: z.object({ name: z.string(), color: z.string().describe('#rrggbb') }),
    askGiver: z
      .literal(true)
      .optional()
      .describe('C52 requires `givenAs`: the name or e-mail address of the visitor (USE-47)'),
  })
  .meta({ id: 'Landing' });
export type Landing = z.infer<typeof landingSchema>;

const visitSchema = z.object({
  visitorToken: z.string(),
  expiresIn: z.number().int().describe('seconds'),
  continuation: z
    .string()
    .optional()
    .describe(
      'requests for anyone: a later visit with this token includes the submissions of this one (USE-15)',
    ),
});

/** The base path of a link's calls; all except the landing, the code and the unlocking need a visitor token. */
const PL = '/api/v1/services/file-system/public/links/:token';
const params = z.object({ token: pathIdSchema });
const ofVisitor = { access: 'visitor', params } as const;
const ofLink = { access: 'link', params } as const;

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
    ...ofLink,
    id: 'C42',
    summary: 'Get the landing page of a link: its kind, without its contents; counts no view',
    method: 'GET',
    path: PL,
    data: landingSchema,
  }),
  sendCode: endpoint({
    ...ofLink,
    id: 'C43',
    summary: 'Mail a code to a recipient; the reply is the same for an address that is no recipient',
    method: 'POST',
    path: `${PL}/verify-email`,
    body: z.object({ email: boundedText({ max: MAX_TEXT }) }),
    data: z.literal(true),
  }),
  unlock: endpoint({
    ...ofLink,
    id: 'C44',
    summary: 'Start a visit; checks the password and the code if the link requires them',
    method: 'POST',
    path: `${PL}/unlock`,
    body: z.object({
      password: boundedText({ max: MAX_TEXT }).nullish(),
      email: boundedText({ max: MAX_TEXT }).nullish(),
      code: boundedText({ max: MAX_TEXT }).nullish(),
      continues: boundedText({ max: MAX_TEXT })
        .nullish()
        .describe('`continuation` of an earlier visit; an invalid one is ignored (USE-15)'),
      formerToken: boundedText({ max: MAX_TEXT })
        .nullish()
        .describe(
          '`visitorToken` of an earlier visit of the same recipient: continues its office windows; any other token is ignored (USE-03)',
        ),
    }),
    data: visitSchema,
  }),
  list: endpoint({
    ...ofVisitor,
    id: 'C45',
    summary: 'List a page of the shared items, or of a folder below them',
    method: 'GET',
    path: `${PL}/items`,
    query: pagingSchema.extend({ path: folderPathSchema.default('') }),
    data: pagedOf(itemSchema),
  }),
  downloadSize: endpoint({
    ...ofVisitor,
    id: 'C46',
    summary: 'Count the files and bytes of a download of shared items',
    method: 'POST',
    path: `${PL}/download/size`,
    body: visitorSelectionSchema,
    data: downloadSizeSchema,
  }),
  download: endpoint({
    ...ofVisitor,
    id: 'C47',
    summary: 'Download shared items: one file unchanged, any other selection as a ZIP',
    method: 'POST',
    path: `${PL}/download`,
    body: visitorSelectionSchema,
    reply: 'bytes',
    data: z.never(),
  }),
  downloadTicket: endpoint({
    ...ofVisitor,
    id: 'C65',
    summary: 'Get a signed address for the download of shared items, valid for ten minutes',
    method: 'POST',
    path: `${PL}/download/ticket`,
    body: visitorSelectionSchema,
    data: downloadTicketSchema,
  }),
  preview: endpoint({
    ...ofVisitor,
    id: 'C48',
    summary: 'Preview a shared file: its bytes, or a rendering',
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
      'Get a signed address of the bytes of a shared file, for players that read ranges; valid for ten minutes, each request is checked',
    method: 'GET',
    path: `${PL}/files/:externalId/preview-address`,
    params: params.extend({ externalId: pathIdSchema }),
    query: z.object({ kinds: originalKindsSchema, renews: renewsSchema }),
    data: z.url(),
  }),
  editAddress: endpoint({
    ...ofVisitor,
    id: 'C49',
    summary: "Get the address of a shared file in the office service; '' when none is configured",
    method: 'GET',
    path: `${PL}/files/:externalId/edit-url`,
    params: params.extend({ externalId: pathIdSchema }),
    data: z.string(),
  }),
  prepareUpload: endpoint({
    ...ofVisitor,
    id: 'C50',
    summary: 'Get an address for an upload to a request, valid for one hour',
    method: 'POST',
    path: `${PL}/upload/pre`,
    query: upload.prepare.query,
    body: upload.prepare.body,
    data: z.url(),
  }),
  scanUpload: endpoint({
    ...ofVisitor,
    id: 'C51',
    summary: 'Scan uploads of a visitor; a folder is unpacked and each of its files is scanned',
    method: 'POST',
    path: `${PL}/scan`,
    query: upload.scan.query,
    data: z.array(scanItemSchema),
  }),
  sendFiles: endpoint({
    ...ofVisitor,
    id: 'C143',
    summary: 'Upload and scan small files of a visitor together, as C142',
    method: 'POST',
    path: `${PL}/upload/files`,
    bytesBody: SENT_FILES_BODY,
    data: upload.sendFiles.data,
  }),
  transferUpload: endpoint({
    ...ofVisitor,
    id: 'C52',
    summary: 'Transfer scanned uploads of a visitor to the folder of the request',
    method: 'POST',
    path: `${PL}/upload`,
    body: z.object({
      fileKeys: boundedList(boundedText({ min: 1, max: 80 }), { min: 1, max: 10_000 }),
      batch: uploadUidSchema.optional().describe('the same value for all calls of one submission (USE-13)'),
      givenAs: boundedText({ max: MAX_TEXT })
        .optional()
        .describe(
          'the name or e-mail address that the visitor states; required if the link asks for it (USE-47)',
        ),
    }),
    data: z.object({ detailList: z.array(submissionDetailSchema) }),
  }),
  uploadReceipt: endpoint({
    ...ofVisitor,
    id: 'C64',
    summary: 'Get the receipt: the submissions of the visitor, for a verified address those of all visits',
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
            'or of one that it continues; false: of another visit of the same verified address (USE-15)',
          ),
      }),
    ),
  }),
});
export type UploadReceiptEntry = z.infer<typeof recipient.uploadReceipt.data>['content'][number];
