import { contract } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { type AccessCheck, holderOf } from '../access-check/index.ts';
import { StoredContents } from '../blobs/index.ts';
import { type Download, send } from '../download/index.ts';
import { type Caller, serve } from '../http/index.ts';
import type { OfficeConverter } from '../platform/office/index.ts';
import type { DocumentReader } from '../platform/readers/index.ts';
import type { Signer } from '../platform/tokens/index.ts';
import { followAddress, signAddress } from './signed-address.ts';
import { mustFindRendered, mustFindViewed, originalKinds } from './find.ts';
import { type OfficeWindows, officeOnlineAddress } from './office-online.ts';
import { accessTo, originalOf, pageOf } from './page.ts';
import { recordPreviewAlone } from './record-preview.ts';
import { recordRendering } from './record-rendering.ts';
import { Renderings } from './renderings.ts';
import { sandboxed } from './safety.ts';
import { thumbnailRoute } from './thumbnails/index.ts';
import { saveText, type SaveTextDeps } from './save-text.ts';

export interface PreviewDeps extends SaveTextDeps {
  signer: Signer;
  office: OfficeConverter | null;
  reader: DocumentReader;
  windows: OfficeWindows;
  access: AccessCheck;
}

const ADDRESS_PATH = '/api/v1/services/file-system/previews/';

const accessorOf = ({ id, name }: Pick<Caller, 'id' | 'name'>) => ({ id, name });

/** Registers the calls C28, C29, C30, C62, C74, and the signed addresses of C28. */
export function previewRoutes(app: FastifyInstance, deps: PreviewDeps): void {
  const { database, clock } = deps;
  const { preview } = contract;
  const renderings = new Renderings(deps);
  const contentsOf = ({ layout }: Download) => new StoredContents(deps, layout.contents);

  serve(app, preview.address, async ({ params, query, caller }) => {
    const wanted = { ...params, versionId: query.versionId };
    const viewed = await mustFindViewed(database.kysely, caller, wanted, originalKinds(query.kinds));
    const { renews } = query;
    const holder = holderOf(caller);
    const { token, isRenewal } = signAddress(deps, viewed, { kind: 'preview', holder, renews });
    if (!isRenewal) {
      const opening = { accessor: accessorOf(caller), at: clock.now() };
      await recordPreviewAlone(database, viewed.version, opening);
    }
    return `${app.vaultOrigin()}${ADDRESS_PATH}${token}`;
  });

  app.get<{ Params: { token: string } }>(
    `${ADDRESS_PATH}:token`,
    {
      schema: {
        tags: ['preview'],
        summary: 'The bytes behind a signed address (C28); needs no token, answers Range and HEAD',
        params: z.object({ token: z.string() }),
      },
    },
    async (request, reply) => {
      const { viewed, holder } = await followAddress(database.kysely, deps, request.params.token);
      const original = originalOf(viewed);
      return send(sandboxed(reply), original, {
        contents: contentsOf(original),
        access: accessTo(deps.access, holder, { ...viewed, ...original }),
      });
    },
  );

  serve(app, preview.office, async ({ params, query, caller, reply }) => {
    const { view = 'page', versionId } = query;
    const viewed = await mustFindRendered(database.kysely, caller, { ...params, versionId }, view);
    const page = await pageOf(renderings, viewed, view);
    return send(sandboxed(reply), page, {
      contents: contentsOf(page),
      access: accessTo(deps.access, holderOf(caller), { ...viewed, ...page }),
      onFirstByte: ({ start }) => {
        const opening = { accessor: accessorOf(caller), at: clock.now() };
        return recordRendering(database, { version: viewed.version, view, start }, opening);
      },
    });
  });

  thumbnailRoute(app, deps);

  serve(app, preview.officeOnline, async ({ params, query: { action }, caller }) =>
    officeOnlineAddress(deps, caller, {
      fileId: params.sfid,
      action,
      opener: caller,
      origin: app.vaultOrigin(),
    }),
  );

  serve(app, preview.saveText, async ({ params, body: { baseVersionId, text }, caller }) => {
    const edited = { ...params, baseVersionId: baseVersionId.toLowerCase(), text, caller };
    const { fileId, versionId } = await saveText(deps, edited);
    return { sfid: fileId, versionId };
  });
}
