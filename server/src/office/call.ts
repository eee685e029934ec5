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

/** A call of an office service that passed all checks. */
export interface WopiCall {
  request: FastifyRequest;
  /** origin of the vault in the address that the service uses */
  origin: string;
  grant: Grant;
  /** the action of the token, which the grant allows */
  action: WopiAction;
  actor: Actor;
  /** the file, as it was at the start of the call */
  file: OfficeFile;
}

interface FileAddress {
  params: { fileId: string };
  query: { access_token?: string | string[] };
}

/**
 * Checks a call, each time in this order: the proof of the office service, the token and its file, the person's session
 * or visit, whether the file is live and visible for the person.
 * @throws 500 for a call that is not signed, 401 for the token, 404 for the file
 */
export async function authorize(
  app: FastifyInstance,
  deps: OfficeDeps,
  request: FastifyRequest,
): Promise<WopiCall> {
  const { params, query } = request as unknown as FileAddress;
  const origin = app.vaultOrigin();
  const token = tokenOf(request, query);
  const proof = {
    accessToken: token,
    // the URL that the service signed: the proxy can change the address
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
  const actor = await mustOpen(deps, grant, action);
  const file = await officeFile(kysely, grant);
  if (file === null) throw Refusals.notFoundOrNotAllowed();
  return { request, origin, grant, action, actor, file };
}

/** Returns the person of a grant, who may open its file at the moment. @throws 401 as `actorOf`, 404 for the file */
async function mustOpen(deps: OfficeDeps, grant: Grant, action: WopiAction): Promise<Actor> {
  const actor = await actorOf(deps, grant, action);
  await mustFindItem(deps.database.kysely, actor, { id: grant.fileId, kind: 'file' });
  return actor;
}

/**
 * Checks a running transfer (GUARD-30). The grant is read again, because it can belong to another session by now.
 * @throws 401 when grant, session or visit has ended, 404 without access to the file
 */
export async function mustStillOpen(deps: OfficeDeps, { id }: Grant, action: WopiAction): Promise<void> {
  const present = await grantById(deps.database.kysely, id);
  if (present === null) throw Refusals.badToken();
  await mustOpen(deps, present, action);
}

/** Returns the token from the address, as in WOPI; some services send it only in the header. */
function tokenOf(request: FastifyRequest, query: FileAddress['query']): string {
  if (typeof query.access_token === 'string') return query.access_token;
  return /^Bearer +(\S+)$/i.exec(headerOf(request, 'authorization'))?.[1] ?? '';
}
