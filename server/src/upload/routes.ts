import { contract } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { type AccessCheck, holderOf } from '../access-check/index.ts';
import { Errors, serve } from '../http/index.ts';
import { byteRoutes } from './byte-routes.ts';
import type { UploadDeps } from './deps.ts';
import { Intake } from './intake.ts';
import { prepare, prepareFiles } from './prepare.ts';
import { scanFile, scanFiles } from './scan.ts';
import { scanFolder } from './scan-folder.ts';
import { createTransfer } from './transfer.ts';

/** The path of signed addresses; each address ends with a token. */
const ADDRESS_PATH = '/api/v2/services/file-system/upload/bytes/';

/** Registers the calls C17 … C20, C53, C140 and C141. */
export function uploadRoutes(app: FastifyInstance, given: UploadDeps & { access: AccessCheck }): void {
  const deps = { ...given, intake: new Intake(given) };
  serve(app, contract.upload.prepare, async ({ query, body, caller }) => {
    const upload = {
      holder: holderOf(caller),
      key: query.fileName,
      name: body.RelFileName,
      kind: 'upload' as const,
      link: null,
    };
    return `${app.vaultOrigin()}${ADDRESS_PATH}${await prepare(deps, upload)}`;
  });

  serve(app, contract.upload.prepareFiles, async ({ body, caller }) => {
    const wanted = { holder: holderOf(caller), files: body.files, kind: 'upload' as const, link: null };
    const address = `${app.vaultOrigin()}${ADDRESS_PATH}`;
    return (await prepareFiles(deps, wanted)).map((token) => `${address}${token}`);
  });

  serve(app, contract.upload.scan, async ({ query, caller }) => {
    const upload = { ownerId: caller.id, key: query.key };
    return query.isFolder ? scanFolder(deps, upload) : [await scanFile(deps, upload)];
  });

  serve(app, contract.upload.scanFiles, async ({ body, caller }) => scanFiles(deps, caller.id, body.keys));

  const transferInto = createTransfer(deps);
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

  byteRoutes(app, deps, {
    path: `${ADDRESS_PATH}:address`,
    params: z.object({ address: z.string() }),
    kind: 'upload',
    tag: 'upload',
    guard: async (_request, { holder }) => {
      // GUARD-14: an address of a visit works only at the gate of its link.
      if ('visitId' in holder) throw Errors.uploadAddressInvalid();
      const wanted = { recordId: null, right: 'upload' as const, fileIds: [] };
      await deps.access.mustHave(holder, wanted, Errors.uploadAddressInvalid);
    },
  });
}
