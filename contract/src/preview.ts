import * as z from 'zod';
import { endpoint, nameCalls } from './endpoint.ts';
import { PREVIEW_LIMIT_BYTES } from './file-types.ts';
import { boundedText } from './lengths.ts';
import { KIB } from './limits.ts';
import { idSchema, pathIdSchema } from './shapes.ts';

const byExternalId = z.object({ externalId: pathIdSchema });
const whichVersion = z.object({ versionId: z.uuid().optional() });

/**
 * How a file is rendered. `page` (the default): as PDF or HTML. `sheet`: in the format of contract/src/sheet.ts;
 * `sheet-start`: the same with the first rows only, which is ready sooner.
 */
export const previewViewSchema = z.enum(['page', 'sheet', 'sheet-start']);
export type PreviewView = z.infer<typeof previewViewSchema>;

/**
 * The files whose original bytes are sent (C28, C48, C75): one rule for users and recipients. PREVIEW-19 and T-02 fix
 * the default kinds; USE-32 adds kinds for callers that request `all`.
 */
export const originalKindsSchema = z
  .enum(['basic', 'all'])
  .optional()
  .describe('basic (the default): txt, pictures, PDF; all: also Markdown, code, audio and video (USE-32)');

/** A parameter of signed addresses (C28, C75). */
export const renewsSchema = boundedText({ max: 2_000 })
  .optional()
  .describe(
    'the token (last path segment) of an earlier address of the same version: continues that opening, which is not counted again',
  );

export const preview = nameCalls('preview', {
  address: endpoint({
    id: 'C28',
    summary: 'Get a signed address of the bytes of a file that browsers show directly, valid for ten minutes',
    method: 'GET',
    path: '/api/v1/services/obj/file-management/:externalId/preSign',
    access: 'read',
    params: byExternalId,
    query: whichVersion.extend({ kinds: originalKindsSchema, renews: renewsSchema }),
    data: z.url(),
  }),
  office: endpoint({
    id: 'C29',
    summary:
      'Render a file: Office documents as PDF or HTML, pictures as WebP, mails and ZIPs as HTML without active content',
    method: 'GET',
    path: '/api/v1/services/file-system/files/:externalId/preview',
    access: 'read',
    params: byExternalId,
    query: whichVersion.extend({ view: previewViewSchema.optional() }),
    reply: 'bytes',
    data: z.never(),
  }),
  officeOnline: endpoint({
    id: 'C30',
    summary: "Get the address of a file in the office service; '' when none is configured",
    method: 'GET',
    path: '/api/v1/services/file-system/url/:sfid',
    access: 'read',
    params: z.object({ sfid: pathIdSchema }),
    query: z.object({ action: z.enum(['edit', 'view']) }),
    data: z.string(),
  }),
  thumbnail: endpoint({
    id: 'C74',
    summary:
      'Get a thumbnail of a picture or PDF as WebP; 202 without content while it is rendered, 204 when there is none',
    method: 'GET',
    path: '/api/v1/services/file-system/files/:externalId/thumbnail',
    access: 'read',
    params: byExternalId,
    query: whichVersion.extend({ size: z.enum(['small', 'large']) }),
    reply: 'bytes',
    data: z.never(),
  }),
  saveText: endpoint({
    id: 'C62',
    summary: 'Save an edited text as a new version, unless a newer version exists',
    method: 'PUT',
    path: '/api/v1/services/file-system/files/:externalId/text',
    access: 'edit',
    params: byExternalId,
    // JSON encodes a line break, a quote or a backslash as two characters
    maxBodyBytes: 2 * PREVIEW_LIMIT_BYTES.txt + KIB,
    body: z.object({
      /** the version that was opened: the call fails if there is a newer one */
      baseVersionId: z.uuid(),
      text: z.string(),
    }),
    data: z.object({ sfid: idSchema, versionId: z.uuid() }),
  }),
});
