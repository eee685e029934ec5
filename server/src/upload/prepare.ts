import { nameProblem, normalizeName } from '@vault/contract';
import * as z from 'zod';
import { Errors } from '../http/index.ts';
import type { UploadKey, UploadParts } from './parts.ts';
import { prepareUpload } from './queries.ts';

/** D-20: how long an upload address is good for. */
const ADDRESS_MS = 60 * 60 * 1000;
/** D-21: how long an upload that is not transferred is kept, from the last time it was asked for or received. */
const KEPT_MS = 24 * ADDRESS_MS;

export const keptUntil = (now: Date) => new Date(now.getTime() + KEPT_MS);

const payloadSchema = z.tuple([z.string(), z.string()]);

/**
 * C17: notes an upload and signs the address to which its bytes may be sent: bound to its owner and key, and good
 * for an hour. Asking again for a key gives a new address and keeps what was received (D-21).
 * @param name of the file as the person has it, or a folder's name with '.zip'
 * @returns the token of the address
 * @throws E1, E2, P3
 */
export async function prepare(
  { database, signer, clock, settings: { nameCharacters } }: UploadParts,
  { ownerId, key, name: given }: UploadKey & { name: string },
): Promise<string> {
  const name = normalizeName(given, nameCharacters);
  const problem = nameProblem(name, 'file', nameCharacters);
  if (problem !== null) throw Errors.badName(problem);
  const now = clock.now();
  await prepareUpload(database.kysely, { ownerId, key, name, now, expiresAt: keptUntil(now) });
  return signer.sign('upload', [ownerId, key], new Date(now.getTime() + ADDRESS_MS));
}

/**
 * The upload that an address was signed for.
 * @throws 403 when it is altered or expired
 */
export function uploadOf({ signer, clock }: UploadParts, token: string): UploadKey {
  const payload = payloadSchema.safeParse(signer.verify('upload', token, clock.now()));
  if (!payload.success) throw Errors.uploadAddressInvalid();
  const [ownerId, key] = payload.data;
  return { ownerId, key };
}
