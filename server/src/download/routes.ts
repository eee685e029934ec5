import { contract, formatBytes } from '@vault/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod';
import { type AccessCheck, holderOf } from '../access-check/index.ts';
import { StoredContents } from '../blobs/index.ts';
import { type Caller, Errors, serve } from '../http/index.ts';
import type { Blobs } from '../platform/blobs/index.ts';
import { downloadOf, type FrozenDownload, sentContentsOf } from './frozen.ts';
import { recordDownloadAlone } from './record-download.ts';
import { type DownloadSelection, freeze, sizeOf } from './freeze-selection.ts';
import { send } from './send.ts';
import { issueTicket, mustFindTicket, recordFirstUse, type TicketDeps } from './ticket.ts';
import { freezeVersion } from './freeze-version.ts';

export interface DownloadDeps extends TicketDeps {
  blobs: Blobs;
  access: AccessCheck;
}

const TICKET_PATH = `${contract.download.ticket.path}/`;

/** Registers the calls C21, C22, C23, C54 and the address of a ticket. */
export function downloadRoutes(app: FastifyInstance, deps: DownloadDeps): void {
  const { database } = deps;

  serve(app, contract.download.size, async ({ body }) => {
    const { files, bytes } = await sizeOf(database, selectionOf(body));
    return { count: files, size: bytes, fileSize: formatBytes(bytes) };
  });

  serve(app, contract.download.selection, async ({ body, ...call }) =>
    sendFrozen(deps, await freeze(database, selectionOf(body)), call),
  );

  serve(app, contract.download.version, async ({ params, query, ...call }) => {
    const wanted = { fileId: params.sfid, versionId: query.versionId };
    return sendFrozen(deps, await freezeVersion(database, call.caller, wanted), call);
  });

  serve(app, contract.download.ticket, async ({ body, caller }) => {
    const frozen = await freeze(database, selectionOf(body));
    const token = await issueTicket(
      deps,
      { holder: holderOf(caller), name: caller.name, linkId: null },
      frozen,
    );
    const { fileName, layout } = downloadOf(frozen);
    return { url: `${app.vaultOrigin()}${TICKET_PATH}${token}`, name: fileName, size: layout.sizeBytes };
  });

  app.get<{ Params: { token: string } }>(
    `${TICKET_PATH}:token`,
    {
      schema: {
        tags: ['download'],
        summary: 'The bytes behind a ticket (C54); needs no token, answers Range and HEAD',
        params: z.object({ token: z.string() }),
      },
    },
    async (request, reply) => {
      const ticket = await mustFindTicket(deps, request.params.token);
      const { holder } = ticket;
      const wanted = { recordId: ticket.download.recordId, right: 'download' as const };
      const sent = sentContentsOf(ticket.download);
      const fileIds = sent.map(({ fileId }) => fileId);
      await deps.access.mustHave(holder, { ...wanted, fileIds }, Errors.downloadAddressExpired);
      const access = deps.access.during(holder, wanted, sent);
      const onFirstByte = () => recordFirstUse(deps, ticket);
      const download = downloadOf(ticket.download);
      const contents = new StoredContents(deps, download.layout.contents);
      return send(reply, download, { contents, access, onFirstByte });
    },
  );
}

/**
 * Sends a download to a caller. Every request is recorded, also for a range: otherwise a range would bypass the history
 * (D-38). Browsers resume a download by its ticket, which is recorded once.
 */
async function sendFrozen(
  deps: DownloadDeps,
  frozen: FrozenDownload,
  { reply, caller }: { reply: FastifyReply; caller: Caller },
): Promise<FastifyReply> {
  const accessor = { id: caller.id, name: caller.name };
  const download = downloadOf(frozen);
  const wanted = { recordId: frozen.recordId, right: 'download' as const };
  return send(reply, download, {
    contents: new StoredContents(deps, download.layout.contents),
    access: deps.access.during(holderOf(caller), wanted, sentContentsOf(frozen)),
    onFirstByte: async () => {
      const at = deps.clock.now();
      await recordDownloadAlone(deps.database, frozen, { accessor, at });
    },
  });
}

/** Converts the names of the contract. */
function selectionOf(body: z.output<typeof contract.download.size.body>): DownloadSelection {
  const { linkId, sfids, paths, allVersion, containsSubFolders } = body;
  return { recordId: linkId, ids: sfids, paths, allVersions: allVersion, subFolders: containsSubFolders };
}
