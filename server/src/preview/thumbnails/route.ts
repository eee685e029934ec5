import { contract, thumbnailFormOf } from '@vault/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AccessCheck, holderOf } from '../../access-check/index.ts';
import { StoredContents } from '../../blobs/index.ts';
import { contentLayout, type Download, send } from '../../download/index.ts';
import { serve } from '../../http/index.ts';
import type { Blobs } from '../../platform/blobs/index.ts';
import type { Database } from '../../platform/database/index.ts';
import { mustFindVersion } from '../find.ts';
import { accessTo } from '../page.ts';
import { sandboxed } from '../safety.ts';
import { queueThumbnailNow } from './jobs.ts';
import { findThumbnail } from './thumbnail.queries.ts';

/** The thumbnail is not ready and can be requested again. An empty reply with 204 means that there is none. */
const PENDING = 202;
const NONE = 204;

export interface ThumbnailRouteDeps {
  database: Database;
  blobs: Blobs;
  access: AccessCheck;
}

/** C74. It is not recorded in the history, because the picture itself is not viewed. */
export function thumbnailRoute(app: FastifyInstance, deps: ThumbnailRouteDeps): void {
  const { kysely } = deps.database;
  serve(app, contract.preview.thumbnail, async ({ params, query, caller, request, reply }) => {
    const { size, versionId } = query;
    const version = await mustFindVersion(kysely, caller, { ...params, versionId });
    const form = thumbnailFormOf(version);
    if (form === null) return withoutPicture(reply, NONE);
    const source = { blobId: version.blobId, form };
    const found = await findThumbnail(kysely, source, size);
    if (found.state === 'failed') return withoutPicture(reply, NONE);
    if (found.state === 'missing') {
      await queueThumbnailNow(kysely, source);
      return withoutPicture(reply, PENDING);
    }
    const download: Download = {
      fileName: version.name.replace(/\.[^.]*$/, '.webp'),
      contentType: found.mediaType,
      disposition: 'inline',
      layout: contentLayout(found),
    };
    if (isKnown(request, download.layout.etag)) return notModified(reply, download.layout.etag);
    const { layout } = download;
    return send(sandboxed(reply), download, {
      contents: new StoredContents(deps, layout.contents),
      access: accessTo(deps.access, holderOf(caller), { version, layout }),
    });
  });
}

const withoutPicture = (reply: FastifyReply, code: number): FastifyReply =>
  reply.code(code).header('cache-control', 'no-store').send();

/** RFC 9110, 13.1.2: the browser can show its copy, because the permissions were checked before. */
const notModified = (reply: FastifyReply, etag: string): FastifyReply =>
  reply.code(304).header('etag', etag).header('cache-control', 'private, no-cache').send();

function isKnown({ headers }: FastifyRequest, etag: string): boolean {
  const known = headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return known.includes(etag) || known.includes('*');
}
