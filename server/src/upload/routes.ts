import type { IncomingMessage } from 'node:http';
import { contract } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { serve } from '../http/index.ts';
import type { UploadParts } from './parts.ts';
import { prepare, uploadOf } from './prepare.ts';
import { receive } from './receive.ts';
import { scanFile } from './scan.ts';
import { scanFolder } from './scan-folder.ts';
import { createTransfer } from './transfer.ts';

/** Behind it stands the token. */
const ADDRESS_PATH = '/api/v2/services/file-system/upload/bytes/';

/** A body that is refused is read on up to this, so that the sender comes to see the answer. */
const LET_GO_BYTES = 64 * 1024 * 1024;
const LET_GO_MS = 15_000;
/** A sender may pause so long. */
const SILENT_MS = 120_000;

/** C17-C20 */
export function uploadRoutes(app: FastifyInstance, parts: UploadParts): void {
  serve(app, contract.upload.prepare, async ({ query, body, caller, request }) => {
    const upload = { ownerId: caller.id, key: query.fileName, name: body.RelFileName };
    return `${app.originOf(request)}${ADDRESS_PATH}${await prepare(parts, upload)}`;
  });

  serve(app, contract.upload.scan, async ({ query, caller }) => {
    const upload = { ownerId: caller.id, key: query.key };
    return query.isFolder ? scanFolder(parts, upload) : [await scanFile(parts, upload)];
  });

  const transferInto = createTransfer(parts);
  serve(app, contract.upload.transfer, async ({ body, caller }) => {
    const { linkedId, folderSfid, fileKeys, shareToClient, category } = body;
    const detailList = await transferInto(linkedId, {
      folderId: folderSfid,
      keys: fileKeys,
      owner: { id: caller.id, name: caller.name },
      attributes: { shareToClient, category, asOfDate: null },
    });
    return { detailList };
  });

  // Bodies here are bytes of any type, which nobody parses.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    receiveRoute(scope, parts);
  });
}

function receiveRoute(app: FastifyInstance, parts: UploadParts): void {
  app.put<{ Params: { token: string } }>(
    `${ADDRESS_PATH}:token`,
    {
      schema: {
        tags: ['upload'],
        summary: 'C18 Send the bytes of an upload to its signed address; needs no token',
        params: z.object({ token: z.string() }),
      },
    },
    async (request) => {
      const { raw } = request;
      raw.setTimeout(SILENT_MS, () => raw.destroy());
      try {
        const upload = uploadOf(parts, request.params.token);
        await receive(parts, { ...upload, body: raw, contentLength: lengthOf(raw) });
      } catch (error) {
        letGo(raw);
        throw error;
      }
      return { code: 200, data: null, errorMessage: null };
    },
  );
}

function lengthOf({ headers }: IncomingMessage): number | null {
  const text = headers['content-length'];
  return text === undefined ? null : Number(text);
}

/** Reads on without keeping anything, and hangs up on a sender that does not end. */
function letGo(raw: IncomingMessage): void {
  if (raw.complete || raw.destroyed) return;
  let bytes = 0;
  raw.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > LET_GO_BYTES) raw.destroy();
  });
  raw.resume();
  const timer = setTimeout(() => raw.destroy(), LET_GO_MS);
  raw.once('close', () => clearTimeout(timer));
}
