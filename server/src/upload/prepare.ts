import { nameProblem, normalizeName } from '@vault/contract';
import * as z from 'zod';
import { fromSigned, type Holder, idOf, signedHolderSchema, toSigned } from '../access-check/index.ts';
import { Errors } from '../http/index.ts';
import type { UploadKey, UploadDeps } from './deps.ts';
import { ADDRESS_MS } from './expiry.ts';
import type { IntakeDeps } from './intake.ts';
import type { QuotaScopes } from './quota.queries.ts';
import { recordRefusals } from './record-refusals.ts';

/** Addresses of visitors work only below the address of their link, where its gate checks them (GUARD-14). */
export type UploadAddressKind = 'upload' | 'visitor-upload';

const payloadSchema = z.object({ holder: signedHolderSchema, key: z.string() });

/** An upload, and the session or the visit for which its address was issued. */
export interface HeldUpload extends UploadKey {
  holder: Holder;
}

export interface Prepare extends Omit<QuotaScopes, 'ownerId'> {
  holder: Holder;
  key: string;
  /** of the file on the caller's device, or the name of a folder with '.zip' */
  name: string;
  /** where the address works */
  kind: UploadAddressKind;
}

/**
 * C17: creates an upload and signs the address for its bytes, bound to its holder and key and valid for an hour. A
 * second call for a key returns a new address and keeps the received bytes (D-21).
 * @returns the token of the address
 * @throws E1, E2, P3, 507 when too many uploads wait (GUARD-24)
 */
export async function prepare(deps: IntakeDeps, { holder, kind, link, key, name }: Prepare): Promise<string> {
  const ownerId = idOf(holder);
  const upload = { ownerId, key, link, name: allowedName(deps, name) };
  await recordRefusals(deps, { ownerId, key }, () => deps.intake.prepare(ownerId, upload));
  const expiresAt = new Date(deps.clock.now().getTime() + ADDRESS_MS);
  return deps.signer.sign(kind, { holder: toSigned(holder), key }, expiresAt);
}

/** The name under which a file is uploaded. @throws E1, E2, P3 */
export function allowedName({ settings: { nameCharacters } }: IntakeDeps, given: string): string {
  const name = normalizeName(given, nameCharacters);
  const problem = nameProblem(name, 'file', nameCharacters);
  if (problem !== null) throw Errors.badName(problem);
  return name;
}

/**
 * Returns the upload of a signed address.
 * @throws 403 when the address is altered, expired or of the other kind
 */
export function uploadOf(
  { signer, clock }: Pick<UploadDeps, 'signer' | 'clock'>,
  token: string,
  kind: UploadAddressKind,
): HeldUpload {
  const payload = payloadSchema.safeParse(signer.verify(kind, token, clock.now()));
  if (!payload.success) throw Errors.uploadAddressInvalid();
  const holder = fromSigned(payload.data.holder);
  return { holder, ownerId: idOf(holder), key: payload.data.key };
}
