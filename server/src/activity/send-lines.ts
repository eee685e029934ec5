import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Sends lines as an attachment that nothing stores. */
export const sendLines = (
  reply: FastifyReply,
  type: string,
  { name, lines }: { name: string; lines: AsyncGenerator<string> },
): FastifyReply =>
  reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'private, no-store')
    .send(Readable.from(lines));
