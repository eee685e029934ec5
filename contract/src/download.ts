import * as z from 'zod';
import { endpoint, nameCalls } from './endpoint.ts';
import { pathIdSchema, selectionSchema } from './shapes.ts';

const downloadBodySchema = selectionSchema.extend({
  allVersion: z.boolean().default(false),
  containsSubFolders: z.boolean().default(true),
});
export type DownloadBody = z.input<typeof downloadBodySchema>;

/** DATA-12: number and size of the files of a download. */
export const downloadSizeSchema = z
  .object({
    count: z.number().int().describe('number of files; 1001 means more than 1000 (USE-09)'),
    size: z.number().int().describe('bytes of the counted files'),
    fileSize: z.string(),
  })
  .meta({ id: 'DownloadSize' });
export type DownloadSize = z.infer<typeof downloadSizeSchema>;

export const downloadTicketSchema = z
  .object({ url: z.url(), name: z.string(), size: z.number().int().describe('Content-Length of the reply') })
  .meta({ id: 'DownloadTicket' });
export type DownloadTicket = z.infer<typeof downloadTicketSchema>;

const ofSelection = {
  method: 'POST',
  access: 'download',
  record: { in: 'body', field: 'linkId' },
  body: downloadBodySchema,
} as const;

export const download = nameCalls('download', {
  size: endpoint({
    ...ofSelection,
    id: 'C21',
    summary: 'Count the files and bytes of a download',
    path: '/api/v1/services/file-system/files/download/size',
    data: downloadSizeSchema,
  }),
  selection: endpoint({
    ...ofSelection,
    id: 'C22',
    summary: 'Download a selection: one file unchanged, any other selection as a ZIP',
    path: '/api/v1/services/file-system/download',
    reply: 'bytes',
    data: z.never(),
  }),
  version: endpoint({
    id: 'C23',
    summary: 'Download one version of a file, the current one by default',
    method: 'POST',
    path: '/api/v1/services/personal-space/download/:sfid',
    access: 'download',
    params: z.object({ sfid: pathIdSchema }),
    query: z.object({ versionId: z.uuid().optional() }),
    reply: 'bytes',
    data: z.never(),
  }),
  ticket: endpoint({
    ...ofSelection,
    id: 'C54',
    summary: "Get a signed address of a selection for the browser's download manager, valid for ten minutes",
    path: '/api/v1/services/file-system/download/ticket',
    data: downloadTicketSchema,
  }),
});
