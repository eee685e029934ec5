import type { FastifyReply } from 'fastify';
import { StoredContents } from '../blobs/index.ts';
import { contentLayout, send } from '../download/index.ts';
import type { WopiCall } from './call.ts';
import { numberIn } from './headers.ts';
import type { WopiDeps } from './deps.ts';
import { mustStillOpen } from './call.ts';
import { Refusals } from './refusal.ts';

/** 'The maximum value of a 4-byte integer' (Microsoft, "GetFile"). */
const USUAL_MAX_BYTES = 2_147_483_647;

/**
 * GetFile: the bytes of the current version.
 * @throws 412 when they exceed the service's limit
 */
export async function getFile(
  deps: WopiDeps,
  { request, file, grant, action }: WopiCall,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const maxBytes = numberIn(request, 'x-wopi-maxexpectedsize') ?? USUAL_MAX_BYTES;
  if (file.sizeBytes > maxBytes) throw Refusals.larger();
  const layout = contentLayout(file);
  const contents = new StoredContents(deps, [file.sha256]);
  const sent = [{ sha256: file.sha256, fileId: file.id }];
  const access = deps.access.transfer(sent, () => mustStillOpen(deps, grant, action));
  const download = { fileName: file.name, contentType: 'application/octet-stream', layout };
  return send(reply, download, { contents, access });
}
