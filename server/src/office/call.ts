import type { FastifyInstance, FastifyRequest } from 'fastify';
import { mustFindItem } from '../tree/index.ts';
import { type Actor, actorOf } from './actor.ts';
import type { WopiAction } from '../platform/wopi/index.ts';
import { type OfficeFile, officeFile } from './files.queries.ts';
import { type Grant, grantById } from './grants.queries.ts';
import { headerOf } from './headers.ts';
import type { OfficeDeps } from './deps.ts';
import { Refusals } from './refusal.ts';
import { readAccessToken } from './tokens.ts';

/** A call of an office service that may be answered. */
export interface WopiCall {
  request: FastifyRequest;
  /** of the vault, as the service reaches it */
  origin: string;
  grant: Grant;
  /** what the token is good for: at most what the grant is */
  action: WopiAction;
  actor: Actor;
  /** as it is at the beginning of the call */
  file: OfficeFile;
}

interface FileAddress {
  params: { fileId: string };
  query: { access_token?: string | string[] };
}

/**
 * Lets a call in. In this order, and each time anew: the call comes from the office service (proof), its token is good
 * and made for this file, its person is still there, the file lives and the person may see it.
 * @throws 500 for a call that is not signed, 401 for the token, 404 for the file
 */
export async function admit(
  app: FastifyInstance,
  deps: OfficeDeps,
  request: FastifyRequest,
): Promise<WopiCall> {
  const { params, query } = request as unknown as FileAddress;
  const origin = app.originOf(request);
  const token = tokenOf(request, query);
  const proof = {
    accessToken: token,
    // as the service wrote it: the proxy in front may have another address
    url: `${origin}${request.raw.url ?? ''}`,
    proof: headerOf(request, 'x-wopi-proof'),
    proofOld: headerOf(request, 'x-wopi-proofold'),
    timestamp: headerOf(request, 'x-wopi-timestamp'),
  };
  if (!(await deps.wopi.isProven(proof))) throw Refusals.notProven();

  const { kysely } = deps.database;
  const access = readAccessToken(deps, token);
  const grant = access === null ? null : await grantById(kysely, access.grantId);
  if (access === null || grant === null || grant.fileId !== params.fileId) throw Refusals.badToken();
  const action: WopiAction = access.action === 'view' ? 'view' : grant.action;
  const actor = await actorOf(deps, grant, action);
  await mustFindItem(kysely, actor, { id: grant.fileId, kind: 'file' });
  const file = await officeFile(kysely, grant);
  if (file === null) throw Refusals.notFoundOrNotAllowed();
  return { request, origin, grant, action, actor, file };
}

/** In the address, as WOPI has it; some services send it in the header only. */
function tokenOf(request: FastifyRequest, query: FileAddress['query']): string {
  if (typeof query.access_token === 'string') return query.access_token;
  return /^Bearer +(\S+)$/i.exec(headerOf(request, 'authorization'))?.[1] ?? '';
}
