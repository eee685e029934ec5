import type { FastifyReply } from 'fastify';
import { StoredContents } from '../blobs/index.ts';
import { contentLayout, send } from '../download/index.ts';
import type { WopiCall } from './call.ts';
import { numberIn } from './headers.ts';
import type { OfficeDeps } from './deps.ts';
import { Refusals } from './refusal.ts';

/** 'The maximum value of a 4-byte integer' (Microsoft, "GetFile"). */
const USUAL_MAX_BYTES = 2_147_483_647;

/**
 * GetFile: the bytes of the current version.
 * @throws 412 when they exceed the service's limit
 */
export async function getFile(
  deps: OfficeDeps,
  { request, file }: WopiCall,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const maxBytes = numberIn(request, 'x-wopi-maxexpectedsize') ?? USUAL_MAX_BYTES;
  if (file.sizeBytes > maxBytes) throw Refusals.larger();
  const layout = contentLayout(file);
  const contents = new StoredContents(deps, [file.sha256]);
  return send(reply, { fileName: file.name, contentType: 'application/octet-stream', layout }, { contents });
}
