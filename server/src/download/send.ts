import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { Errors, sendFailure, VaultError } from '../http/index.ts';
import { Answer, ClientLeft } from './answer.ts';
import { contentRange, type Part, partOf } from './byte-range.ts';
import { contentDisposition } from './content-disposition.ts';
import type { Layout } from './layout.ts';
import type { Source } from './segment-reader.ts';

/** The bytes of a download and the name of the saved file. */
export interface Download {
  fileName: string;
  contentType: string;
  /** 'attachment' when absent: saved, never shown */
  disposition?: 'inline';
  layout: Layout;
}

/** `access` is asked again during the transfer; the caller has checked the request (GUARD-30). */
export interface SendOptions extends Source {
  /**
   * Called when the first bytes have been read; not for HEAD. The reply starts before this resolves, but does not end
   * before it: recording a thousand files would otherwise delay the start.
   */
  onFirstByte?: (part: Part) => Promise<void>;
}

/**
 * Replies with a download: known length, any range (RFC 9110, 14), strong tag, a name for saving. Each connection uses
 * a fixed amount of memory. A disconnect releases files and memory immediately. Resolves when all bytes are sent or the
 * client has disconnected.
 * @throws the error of reading the first bytes, and for a short reply the error of `onFirstByte`; a later failure
 * closes the connection, because the length has been sent
 */
export async function send(
  reply: FastifyReply,
  download: Download,
  { onFirstByte, ...source }: SendOptions,
): Promise<FastifyReply> {
  const { layout } = download;
  const isHead = reply.request.method === 'HEAD';
  const part = partOf(isHead ? {} : reply.request.headers, layout);
  if (part === null) {
    describe(reply, layout, part);
    return sendFailure(reply, Errors.rangeNotSatisfiable());
  }
  if (isHead || part.start === part.end) {
    if (!isHead) await onFirstByte?.(part);
    hijackReply(reply, download, part).end();
    return reply;
  }
  const answer = new Answer(source, layout, part);
  await answer.readFirst();
  const announced = onFirstByte?.(part) ?? Promise.resolve();
  try {
    if (answer.isShort) await announced;
  } catch (error) {
    await answer.close();
    throw error;
  }
  // Prevents an unhandled rejection: the promise can reject before it is awaited.
  announced.catch(() => {});
  const raw = hijackReply(reply, download, part);
  await answer.sendTo(raw, announced).catch((error: unknown) => {
    raw.destroy();
    if (error instanceof ClientLeft) return;
    if (error instanceof VaultError && error.code < 500) {
      reply.log.info(
        { errorCode: error.errorCode },
        'Access ended during a download; the connection is closed',
      );
      return;
    }
    reply.log.error({ err: error }, 'Download aborted before its end; the client has to repeat it');
  });
  return reply;
}

/** Sets the headers of a layout, for any part of it. */
function describe(reply: FastifyReply, { sizeBytes, etag }: Layout, part: Part | null): void {
  reply.header('accept-ranges', 'bytes').header('etag', etag).header('cache-control', 'private, no-cache');
  if (part === null || part.partial) reply.header('content-range', contentRange(part, sizeBytes));
}

/**
 * Takes the raw response from Fastify and writes the head. Node's own stream handling was measured at a third of the
 * speed: it cannot reuse memory.
 */
function hijackReply(
  reply: FastifyReply,
  { fileName, contentType, disposition, layout }: Download,
  part: Part,
): ServerResponse {
  describe(reply, layout, part);
  reply
    .header('content-type', contentType)
    .header('content-disposition', contentDisposition(fileName, disposition ?? 'attachment'));
  reply.header('content-length', part.end - part.start).header('x-content-type-options', 'nosniff');
  reply.hijack();
  return reply.raw.writeHead(part.partial ? 206 : 200, reply.getHeaders() as OutgoingHttpHeaders);
}
