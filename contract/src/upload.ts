import * as z from 'zod';
import { endpoint, nameCalls } from './endpoint.ts';
import { errorCodeSchema } from './error-codes.ts';
import { boundedList, boundedText } from './lengths.ts';
import { FILES_TOGETHER, FILES_TOGETHER_BYTES, UPLOAD_CATEGORY } from './limits.ts';
import { idSchema } from './shapes.ts';

/** The browser's id of an upload, and the stem of the keys of a folder's files: `{uid}_{n}` (D-22). */
export const uploadUidSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
const uploadKeySchema = boundedText({ min: 1, max: 80 });

/** DATA-08: the scan result of one file. */
export const scanItemSchema = z
  .object({
    key: z.string(),
    name: z.string().describe('for a file in a folder: its path in the ZIP'),
    scan_status: z.enum(['PASS', 'VIRUS', 'ERROR']),
    upload_status: z.enum(['SUCCESS', 'FAILED']),
  })
  .meta({ id: 'ScanItem' });
export type ScanItem = z.infer<typeof scanItemSchema>;

export const transferDetailSchema = z
  .object({
    fileKey: z.string(),
    code: z.number().int(),
    errorCode: errorCodeSchema.optional().describe('of a 400'),
    errorMessage: z.string().optional().describe('of a 400: the reason, for the person'),
  })
  .meta({ id: 'TransferDetail' });
export type TransferDetail = z.infer<typeof transferDetailSchema>;

/** The header of the PUT that carries the file's own name, percent-encoded (D-20). */
export const UPLOAD_NAME_HEADER = 'X-Rel-File-Name';

/** C53: the offset of the next bytes of an upload. */
export const UPLOAD_OFFSET_HEADER = 'Upload-Offset';
/** C53: the total bytes of an upload. */
export const UPLOAD_LENGTH_HEADER = 'Upload-Length';
/** C53: the content type of a PATCH that appends. */
export const UPLOAD_CHUNK_TYPE = 'application/offset+octet-stream';

/** Says in the reply to a HEAD of C53 that the bytes can be sent straight to the object store (C138). */
export const UPLOAD_DIRECT_HEADER = 'Upload-Direct';
/** C138: follows the address of an upload; the reply to POST has `DirectParts`. */
export const DIRECT_PATH = '/direct';
/** C139: follows the address of an upload; POST completes it. */
export const DIRECT_COMPLETE_PATH = '/direct/complete';

/** C138: the next parts of a file to send. */
export interface DirectParts {
  /** bytes that the object store has */
  receivedBytes: number;
  /** at most 100, in bytes: `start` is included, `end` is not; empty when the object store has all bytes */
  parts: { start: number; end: number; address: string }[];
}

/** C142, C143: the files in the first line of the body, in the order of their bytes. */
export const sentFilesSchema = boundedList(
  z.object({
    key: uploadUidSchema,
    name: boundedText({ max: 20_000 }),
    sizeBytes: z.number().int().min(0).max(FILES_TOGETHER_BYTES),
  }),
  { min: 1, max: FILES_TOGETHER },
);
export type SentFiles = z.infer<typeof sentFilesSchema>;
/** C142, C143: returns the first line of the body, which the bytes of the files follow. */
export const sentFilesLine = (files: SentFiles): string => `${JSON.stringify(files)}\n`;
/** C142, C143: the description of the body. */
export const SENT_FILES_BODY =
  'A line of JSON, a list of {key, name, sizeBytes}, and a line feed; then the bytes of the files in this order';

export const upload = nameCalls('upload', {
  prepare: endpoint({
    id: 'C17',
    summary: 'Get an upload address, valid for one hour',
    method: 'POST',
    path: '/api/v2/services/file-system/upload/pre',
    access: 'create',
    query: z.object({ fileName: uploadUidSchema }),
    body: z.object({ RelFileName: boundedText({ max: 20_000 }) }),
    data: z.url(),
  }),
  scan: endpoint({
    id: 'C19',
    summary: 'Scan uploads; a folder is unpacked and each of its files is scanned',
    method: 'POST',
    path: '/api/v2/scan',
    access: 'create',
    query: z.object({
      key: uploadUidSchema,
      isFolder: z
        .enum(['true', 'false'])
        .transform((text) => text === 'true')
        .default(false),
    }),
    data: z.array(scanItemSchema),
  }),
  sendFiles: endpoint({
    id: 'C142',
    summary: 'Upload and scan small files together',
    method: 'POST',
    path: '/api/v2/services/file-system/upload/files',
    access: 'create',
    bytesBody: SENT_FILES_BODY,
    data: z.array(scanItemSchema).describe('in the order of the files'),
  }),
  transfer: endpoint({
    id: 'C20',
    summary: 'Transfer scanned uploads to a folder',
    method: 'POST',
    path: '/api/v2/services/file-system/upload',
    access: 'create',
    record: { in: 'body', field: 'linkedId' },
    body: z.object({
      fileKeys: boundedList(uploadKeySchema, { min: 1, max: 10_000 }),
      folderSfid: idSchema,
      shareToClient: z.boolean().default(true),
      category: boundedText({ max: 400 }).default(UPLOAD_CATEGORY),
      linkedId: idSchema,
    }),
    data: z.object({ detailList: z.array(transferDetailSchema) }),
  }),
});
