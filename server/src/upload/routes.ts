import { contract } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { type AccessCheck, type Holder, holderOf } from '../access-check/index.ts';
import { Errors, serve, withRawBodies } from '../http/index.ts';
import { byteRoutes } from './byte-routes.ts';
import type { UploadDeps } from './deps.ts';
import { Intake } from './intake.ts';
import { prepare } from './prepare.ts';
import { scanUpload } from './scan-upload.ts';
import { sendFiles } from './send-files.ts';
import { createTransfer } from './transfer.ts';

/** The path of signed addresses; each address ends with a token. */
const ADDRESS_PATH = '/api/v2/services/file-system/upload/bytes/';

/** Registers the calls C17 … C20, C53 and C142. */
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

  serve(app, contract.upload.scan, ({ query: { key, isFolder }, caller }) =>
    scanUpload(deps, { ownerId: caller.id, key, isFolder }),
  );

  const mustHaveAccess = (holder: Holder) =>
    deps.access.mustHave(
      holder,
      { recordId: null, right: 'upload', fileIds: [] },
      Errors.uploadAddressInvalid,
    );
  withRawBodies(app, (scope) => {
    serve(scope, contract.upload.sendFiles, ({ request, caller }) => {
      const mustContinue = () => mustHaveAccess(holderOf(caller));
      return sendFiles(deps, request.raw, { ownerId: caller.id, link: null, mustContinue });
    });
  });

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
      await mustHaveAccess(holder);
    },
  });
}
