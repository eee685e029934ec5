import * as z from 'zod';
import { endpoint, nameCalls } from './endpoint.ts';
import { damagedSchema, idSchema, pagedOf, pagingSchema, pathIdSchema, timestampSchema } from './shapes.ts';

/** DATA-15: one version of a file. */
export const versionSchema = z
  .object({
    id: idSchema,
    versionId: z.uuid(),
    createDate: timestampSchema,
    uploadedBy: z.string(),
    accloudFileSize: z.number().int().describe('bytes'),
    isCurrent: z.boolean(),
    isDamaged: damagedSchema,
  })
  .meta({ id: 'Version' });
export type Version = z.infer<typeof versionSchema>;

const ofFile = {
  params: z.object({ sfid: pathIdSchema }),
} as const;
const oneVersion = z.object({ versionId: z.uuid() });

export const versions = nameCalls('versions', {
  list: endpoint({
    ...ofFile,
    id: 'C31',
    summary: 'List the versions of a file, newest first',
    method: 'GET',
    path: '/api/v1/services/personal-space/files/versions/:sfid',
    access: 'read',
    query: pagingSchema.omit({ sort: true }),
    data: pagedOf(versionSchema),
  }),
  remove: endpoint({
    ...ofFile,
    id: 'C32',
    summary: 'Remove a version; after removal of the current one the newest remaining version is current',
    method: 'DELETE',
    path: '/api/v1/services/personal-space/delete/version/:sfid',
    access: 'edit',
    query: oneVersion,
    data: z.literal(true),
  }),
  makeCurrent: endpoint({
    ...ofFile,
    id: 'C33',
    summary: 'Make a version the current one, without a new version',
    method: 'PUT',
    path: '/api/v1/services/personal-space/reset/version/:sfid',
    access: 'edit',
    query: oneVersion,
    data: z.literal(true),
  }),
  receipt: endpoint({
    id: 'C57',
    summary: 'Get the receipt of a version; checksums in lower-case hex',
    method: 'GET',
    path: '/api/v1/services/file-system/versions/:versionId/checksum',
    access: 'read',
    params: z.object({ versionId: pathIdSchema }),
    data: z.object({ sha256: z.string(), crc32: z.string(), size: z.number().int() }),
  }),
});
