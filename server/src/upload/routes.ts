import { contract } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { serve } from '../http/index.ts';
import type { UploadParts } from './parts.ts';
import { prepare } from './prepare.ts';
import { scanFile } from './scan.ts';
import { scanFolder } from './scan-folder.ts';
import { takeBytes } from './take-bytes.ts';
import { createTransfer } from './transfer.ts';

/** Behind it stands the token. */
const ADDRESS_PATH = '/api/v2/services/file-system/upload/bytes/';

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
      await takeBytes(parts, request, request.params.token);
      return { code: 200, data: null, errorMessage: null };
    },
  );
}
