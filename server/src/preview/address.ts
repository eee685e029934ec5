import type { Kysely } from 'kysely';
import * as z from 'zod';
import { Errors } from '../http/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { DB } from '../platform/database/index.ts';
import type { Signer } from '../platform/tokens/index.ts';
import { findVersion } from '../versions/index.ts';
import type { Viewed } from './find.ts';

/** C28: how long a signed address is good for. */
const ADDRESS_MS = 10 * 60_000;

/** What an address leads to, as it was when it was handed out: a later rename changes nothing. */
const targetSchema = z.object({
  recordId: z.string(),
  fileId: z.string(),
  versionId: z.uuid(),
  extension: z.string(),
});

interface AddressParts {
  signer: Signer;
  clock: Clock;
}

/** @returns the signed token that leads to the bytes without a sign-in */
export function signAddress({ signer, clock }: AddressParts, { version, extension }: Viewed): string {
  const { recordId, fileId, versionId } = version;
  const target: z.infer<typeof targetSchema> = { recordId, fileId, versionId, extension };
  return signer.sign('preview', target, new Date(clock.now().getTime() + ADDRESS_MS));
}

/**
 * What a signed address leads to.
 * @throws 403 when the token is altered, expired or made for something else, E4 when the version was removed since
 */
export async function followAddress(
  db: Kysely<DB>,
  { signer, clock }: AddressParts,
  token: string,
): Promise<Viewed> {
  const target = targetSchema.safeParse(signer.verify('preview', token, clock.now()));
  if (!target.success) throw Errors.previewAddressExpired();
  const version = await findVersion(db, target.data);
  if (version === null) throw Errors.notFound();
  return { version, extension: target.data.extension };
}
