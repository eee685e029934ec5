import type { Socket } from 'node:net';
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BlobDamaged } from '../platform/blobs/index.ts';
import { databaseFailureOf } from '../platform/database/index.ts';
import { OutOfSpace, DependencyUnavailable } from '../platform/unavailable.ts';
import { Errors, VaultError } from './errors.ts';

/** SQLSTATE of text that PostgreSQL cannot store, such as one with a NUL character. */
const UNSTORABLE_TEXT = new Set(['22021', '22P05']);

/** Seconds after which a client can repeat a call that got 503 or STORAGE_FULL (RFC 9110, 10.2.3). */
const RETRY_AFTER_SECONDS = 5;

/**
 * Converts every error into the envelope, in one place. A refusal has its own text. Any other error is logged with its
 * cause, and the reply contains no detail of it (contract section 1, SAFE-25).
 */
export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = isOwnAbort(request, error) ? Errors.uploadIncomplete() : refusalOf(error);
    if (refusal !== null) return sendFailure(reply, refusal);
    const failure = failureOf(error);
    const { code } = failure;
    // In an outage all calls fail for one reason, which the unavailable dependency has logged in detail.
    if (code === 503 || code === 507) {
      request.log.warn(
        { code, reason: error.message, databaseFailure: databaseFailureOf(error) ?? undefined },
        'Request refused: a dependency is unavailable',
      );
    } else request.log.error({ err: error, code }, 'Request failed unexpectedly; the caller gets the code');
    return sendFailure(reply, failure);
  });
  app.setNotFoundHandler((request: FastifyRequest, reply) => {
    request.log.debug('No route for the request; answering 404');
    return sendFailure(reply, Errors.notFound());
  });
}

/**
 * Whether the error is the lost connection of the caller, read from the body. It has the code of a lost connection to
 * the database.
 */
const isOwnAbort = ({ raw }: FastifyRequest, error: unknown): boolean =>
  raw.errored !== null && raw.errored === error;

/** The reply to a request that Fastify refuses before routing. */
export function answerUnreadable(error: FastifyError, reply: FastifyReply): void {
  void sendFailure(reply, refusalOf(error) ?? Errors.invalidRequest());
}

/** The time in which a caller can read the refusal of a malformed request, although it goes on sending. */
const LINGER_MS = 2_000;

/** Replies to bytes that are not an HTTP request, or not a complete one in time, and closes the connection. */
export function answerMalformed(
  error: ConnectionError,
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  // The caller has closed the connection, or sends more after the refusal.
  if (error.code === 'ECONNRESET' || socket.destroyed || socket.writableEnded) return;
  const reply = malformedReply(malformedRequest(error.code), headers);
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    // Its rest must not arrive: it would be carried out, although the caller knows that it was refused.
    socket.write(reply);
    socket.destroy(error);
    return;
  }
  socket.end(reply);
  // A connection that is closed with unread bytes is reset, and the caller can lose the refusal (RFC 9112, 9.6). After
  // malformed bytes no request of the connection is parsed any more.
  const end = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(end));
}

function malformedReply(refusal: VaultError, headers: Readonly<Record<string, string>>): string {
  const body = envelopeOf(refusal);
  return [
    // without a reason phrase, which is optional (RFC 9112, 4)
    `HTTP/1.1 ${refusal.code} `,
    `Content-Type: ${JSON_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}

function malformedRequest(problem: string): VaultError {
  if (problem === 'ERR_HTTP_REQUEST_TIMEOUT') return Errors.requestTimeout();
  return problem === 'HPE_HEADER_OVERFLOW' ? Errors.headersTooLarge() : Errors.invalidRequest();
}

const JSON_TYPE = 'application/json; charset=utf-8';
const envelopeOf = ({ code, errorCode, message }: VaultError) =>
  JSON.stringify({ code, data: null, errorMessage: message, errorCode });

/**
 * Sends a refusal in the envelope, with `Retry-After` in seconds if it is known when the call can be repeated (P13,
 * USE-48).
 */
export function sendFailure(reply: FastifyReply, refusal: VaultError): FastifyReply {
  const { code, errorCode, retryAt } = refusal;
  // A quota (507 with another code) does not end by itself.
  if (code === 503 || errorCode === 'STORAGE_FULL') reply.header('retry-after', RETRY_AFTER_SECONDS);
  if (retryAt !== null) {
    reply.header('retry-after', Math.max(1, Math.ceil((retryAt.getTime() - Date.now()) / 1000)));
  }
  return reply.status(code).type(JSON_TYPE).send(envelopeOf(refusal));
}

/** Returns the reply to a failure of the server. It contains the kind of failure, never the reason. */
function failureOf(error: unknown): VaultError {
  const databaseFailure = databaseFailureOf(error);
  if (error instanceof OutOfSpace || databaseFailure === 'out of space') return Errors.storageFull();
  if (error instanceof DependencyUnavailable || databaseFailure !== null) return Errors.unavailable();
  if (error instanceof BlobDamaged) return Errors.fileDamaged();
  return Errors.unexpected();
}

/** The refusal for an error; null for a failure of the server. */
function refusalOf(error: FastifyError | VaultError): VaultError | null {
  if (error instanceof VaultError) return error;
  if (UNSTORABLE_TEXT.has(error.code)) return Errors.invalidRequest();
  if (error.statusCode === 413) return Errors.bodyTooLarge();
  // Refusals of Fastify before a handler runs: broken JSON, unknown media type, bad percent-encoding.
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return Errors.invalidRequest();
  }
  return null;
}
