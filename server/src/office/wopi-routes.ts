import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError, withRawBodies } from '../http/index.ts';
import { withBody } from '../upload/index.ts';
import { authorize, type WopiCall } from './call.ts';
import { checkFileInfo } from './check-file-info.ts';
import { deleteFile } from './delete-file.ts';
import { getFile } from './get-file.ts';
import { headerOf } from './headers.ts';
import { getLock, lock, refreshLock, unlock } from './locking.ts';
import { newFileReply } from './new-file-reply.ts';
import type { OfficeDeps, WopiDeps } from './deps.ts';
import { putFile } from './put-file.ts';
import { putRelativeFile } from './put-relative-file.ts';
import { putUserInfo } from './put-user-info.ts';
import { plain, Refusals, wopiAnswer } from './refusal.ts';
import { renameFile } from './rename-file.ts';

/** An operation replies with JSON, or with headers only. */
type Operation = (deps: OfficeDeps, call: WopiCall, reply: FastifyReply) => Promise<object | null>;

const withoutBody =
  (operation: (deps: OfficeDeps, call: WopiCall) => Promise<void>): Operation =>
  async (deps, call) => {
    await operation(deps, call);
    return null;
  };

const VERSION = 'x-wopi-itemversion';

/** The operations on a file, by X-WOPI-Override ([MS-WOPI] 3.3.5.1). */
const FILE_OPERATIONS: Record<string, Operation> = {
  LOCK: withoutBody(lock),
  UNLOCK: withoutBody(unlock),
  REFRESH_LOCK: withoutBody(refreshLock),
  GET_LOCK: async (deps, call, reply) => {
    reply.header('x-wopi-lock', await getLock(deps, call));
    return null;
  },
  PUT_RELATIVE: async (deps, call, reply) => {
    const written = await putRelativeFile(deps, call);
    reply.header(VERSION, written.versionId);
    return newFileReply(deps, call, written);
  },
  RENAME_FILE: async (deps, call) => ({ Name: (await renameFile(deps, call)).name }),
  DELETE: withoutBody(deleteFile),
  PUT_USER_INFO: withoutBody(putUserInfo),
};

/** The operations on the contents of a file. */
const CONTENT_OPERATIONS: Record<string, Operation> = {
  PUT: async (deps, call, reply) => {
    const { versionId, lastModifiedTime } = await putFile(deps, call);
    reply.header(VERSION, versionId);
    return { LastModifiedTime: lastModifiedTime };
  },
};

/**
 * C58: the WOPI host. Bodies are not parsed, failures have the WOPI form, and no reply is cached. Tokens are part of
 * the address, as in the protocol: no log contains an address (http/access-log.ts).
 */
export function wopiRoutes(app: FastifyInstance, deps: WopiDeps): void {
  withRawBodies(app, (scope) => {
    scope.addHook('onRequest', async (request) => {
      // The correlation id connects the log of the office service with this log.
      const correlation = plain(headerOf(request, 'x-wopi-correlationid')).slice(0, 100);
      if (correlation !== '') request.log = request.log.child({ correlation });
    });
    scope.setErrorHandler((error, _request, reply) => {
      // Internal errors are handled and logged as in all routes.
      if (!(error instanceof HttpError)) throw error;
      const { status, headers, body } = wopiAnswer(error);
      return answer(reply.status(status).headers(headers), body);
    });

    const file = '/wopi/files/:fileId';
    const contents = `${file}/contents`;

    scope.get(file, { exposeHeadRoute: false, schema: about('CheckFileInfo') }, async (request, reply) => {
      const call = await authorize(app, deps, request);
      reply.header(VERSION, call.file.versionId);
      return answer(reply, await checkFileInfo(deps, call));
    });
    scope.get(contents, { exposeHeadRoute: false, schema: about('GetFile') }, async (request, reply) => {
      const call = await authorize(app, deps, request);
      return getFile(
        deps,
        call,
        reply.header(VERSION, call.file.versionId).header('cache-control', 'no-store'),
      );
    });
    const operate =
      (operations: Record<string, Operation>, usual: string) =>
      (request: FastifyRequest, reply: FastifyReply) =>
        withBody(request.raw, async () => {
          const call = await authorize(app, deps, request);
          const name = headerOf(request, 'x-wopi-override') || usual;
          const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
          if (operation === undefined) throw Refusals.unsupported();
          reply.header(VERSION, call.file.versionId);
          return answer(reply, await operation(deps, call, reply));
        });
    scope.post(
      file,
      { schema: about('Lock … PutUserInfo, as X-WOPI-Override says') },
      operate(FILE_OPERATIONS, ''),
    );
    scope.post(contents, { schema: about('PutFile') }, operate(CONTENT_OPERATIONS, 'PUT'));
    // Refuses the rest of the protocol, such as folders and the ancestors of a file.
    scope.all('/wopi/*', { schema: { hide: true } }, async (request) =>
      withBody(request.raw, async () => {
        throw Refusals.unsupported();
      }),
    );
  });
}

const about = (summary: string) => ({ tags: ['office'], summary: `C58 ${summary}` });

function answer(reply: FastifyReply, body: object | null): FastifyReply {
  reply.header('cache-control', 'no-store');
  return body === null
    ? reply.send()
    : reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
}
