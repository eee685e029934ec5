import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Errors, VaultError } from './errors.ts';

/** SQLSTATE of text that PostgreSQL cannot hold, such as one with a NUL character. */
const UNSTORABLE_TEXT = new Set(['22021', '22P05']);

/** Turns every error into the envelope, in one place. Ours are logged whole and tell nothing (contract section 1). */
export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = refusalOf(error);
    if (refusal === null) request.log.error({ err: error }, 'request failed');
    return sendFailure(reply, refusal?.code ?? 500, refusal?.message ?? null);
  });
  app.setNotFoundHandler((request: FastifyRequest, reply) => {
    request.log.debug('no such address');
    const { code, message } = Errors.notFound();
    return sendFailure(reply, code, message);
  });
}

/** The answer to a request that Fastify refuses before it looks for a route. */
export function answerUnreadable(error: FastifyError, reply: FastifyReply): void {
  const { code, message } = refusalOf(error) ?? Errors.invalidRequest();
  void sendFailure(reply, code, message);
}

/** @param message the exact text for the person; null when there is nothing to tell */
export function sendFailure(reply: FastifyReply, code: number, message: string | null): FastifyReply {
  return reply
    .status(code)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ code, data: null, errorMessage: message }));
}

/** The refusal that an error stands for, or null when the fault is ours. */
function refusalOf(error: FastifyError | VaultError): VaultError | null {
  if (error instanceof VaultError) return error;
  if (UNSTORABLE_TEXT.has(error.code)) return Errors.invalidRequest();
  if (error.statusCode === 413) return Errors.bodyTooLarge();
  // What Fastify itself refuses before a handler runs: broken JSON, unknown media type, bad percent-encoding.
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return Errors.invalidRequest();
  }
  return null;
}
