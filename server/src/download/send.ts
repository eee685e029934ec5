import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { Errors, sendFailure } from '../http/index.ts';
import { Answer, ClientLeft } from './answer.ts';
import { contentRange, type Part, partOf } from './byte-range.ts';
import { contentDisposition } from './content-disposition.ts';
import type { Layout } from './layout.ts';
import type { OpensContents } from './segment-reader.ts';

/** Bytes and the name under which they are saved. */
export interface Download {
  fileName: string;
  contentType: string;
  /** 'attachment' when absent: saved, never shown */
  disposition?: 'inline';
  layout: Layout;
}

export interface SendOptions {
  contents: OpensContents;
  /**
   * Called when the first bytes have been read; not for HEAD. The answer begins meanwhile, but never ends before
   * this has resolved: with a thousand files to record, the person would wait for it.
   */
  onFirstByte?: (part: Part) => Promise<void>;
}

/**
 * Answers with a download: length known, any range (RFC 9110, 14), strong tag, saved under its name. Memory is
 * a fixed ring for each connection, whatever the size. A client that leaves frees everything at once. Resolves
 * when all is sent or nobody takes it any more.
 * @throws what reading the first bytes throws, and for a short answer what `onFirstByte` throws; a later failure
 *   cuts the connection, because the length has been promised
 */
export async function send(
  reply: FastifyReply,
  download: Download,
  { contents, onFirstByte }: SendOptions,
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
    takeOver(reply, download, part).end();
    return reply;
  }
  const answer = new Answer(contents, layout, part);
  await answer.readFirst();
  const announced = onFirstByte?.(part) ?? Promise.resolve();
  try {
    if (answer.isShort) await announced;
  } catch (error) {
    await answer.close();
    throw error;
  }
  // It may fail while nobody waits for it yet.
  announced.catch(() => {});
  const raw = takeOver(reply, download, part);
  await answer.sendTo(raw, announced).catch((error: unknown) => {
    raw.destroy();
    if (error instanceof ClientLeft) return;
    reply.log.error({ err: error }, 'Download cut before its end; the client has to repeat it');
  });
  return reply;
}

/** What is true of a layout, whichever part of it is sent. */
function describe(reply: FastifyReply, { sizeBytes, etag }: Layout, part: Part | null): void {
  reply.header('accept-ranges', 'bytes').header('etag', etag).header('cache-control', 'private, no-cache');
  if (part === null || part.partial) reply.header('content-range', contentRange(part, sizeBytes));
}

/**
 * Takes the raw response from Fastify and writes the head. Node's own way for streams was measured at a third of
 * the speed: it cannot use the same memory again.
 */
function takeOver(
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
