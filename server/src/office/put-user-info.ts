import type { IncomingMessage } from 'node:http';
import { Errors } from '../http/index.ts';
import type { WopiCall } from './call.ts';
import { saveUserInfo } from './files.queries.ts';
import type { OfficeDeps } from './deps.ts';
import { Refusals } from './refusal.ts';

/** Microsoft, "PutUserInfo" */
const LONGEST = 1024;
/** The maximum number of bytes of a UTF-8 character is four. */
const MAX_BYTES = LONGEST * 4;

/**
 * PutUserInfo: stores a text about the person, for any file and any permission.
 * @throws 501 for visitors, 400 for more than 1,024 characters
 */
export async function putUserInfo(deps: OfficeDeps, { request, actor }: WopiCall): Promise<void> {
  if (actor.accountId === null) throw Refusals.unsupported();
  const { raw } = request;
  const body = await readBody(raw).catch((error: unknown) => {
    throw raw.destroyed ? Errors.uploadIncomplete() : error;
  });
  const info = body.toString('utf8');
  if (info.length > LONGEST || info.includes('\0')) throw Refusals.badUserInfo();
  await saveUserInfo(deps.database.kysely, actor.accountId, info);
}

async function readBody(raw: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > MAX_BYTES) throw Refusals.badUserInfo();
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
