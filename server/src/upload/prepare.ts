import { nameProblem, normalizeName } from '@vault/contract';
import * as z from 'zod';
import { fromSigned, type Holder, idOf, signedHolderSchema, toSigned } from '../access-check/index.ts';
import { Errors } from '../http/index.ts';
import type { UploadKey, UploadDeps } from './deps.ts';
import { mustHaveDifferentKeys } from './different-keys.ts';
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

/** A file to upload. */
interface NewFile {
  key: string;
  /** of the file on the caller's device, or the name of a folder with '.zip' */
  name: string;
}

interface PrepareFiles extends Omit<QuotaScopes, 'ownerId'> {
  holder: Holder;
  files: readonly NewFile[];
  /** where the addresses work */
  kind: UploadAddressKind;
}

export type Prepare = Omit<PrepareFiles, 'files'> & NewFile;

/**
 * C17: creates an upload and signs the address for its bytes, bound to its holder and key and valid for an hour. A
 * second call for a key returns a new address and keeps the received bytes (D-21).
 * @returns the token of the address
 * @throws E1, E2, P3, 507 when too many uploads wait (GUARD-24)
 */
export async function prepare(deps: IntakeDeps, { key, name, ...wanted }: Prepare): Promise<string> {
  const [token = ''] = await prepareFiles(deps, { ...wanted, files: [{ key, name }] });
  return token;
}

/**
 * C140: the same for several files, all or none.
 * @returns the tokens of the addresses, in the order of the files
 * @throws as `prepare`, P16 for a key that appears twice
 */
export async function prepareFiles(
  deps: IntakeDeps,
  { holder, files, kind, link }: PrepareFiles,
): Promise<string[]> {
  const { intake, signer, clock } = deps;
  mustHaveDifferentKeys(files.map(({ key }) => key));
  const ownerId = idOf(holder);
  const uploads = files.map(({ key, name }) => ({ ownerId, key, link, name: allowedName(deps, name) }));
  const first = { ownerId, key: files[0]?.key ?? '' };
  await recordRefusals(deps, first, () => intake.prepare(ownerId, uploads));
  const expiresAt = new Date(clock.now().getTime() + ADDRESS_MS);
  return files.map(({ key }) => signer.sign(kind, { holder: toSigned(holder), key }, expiresAt));
}

/** @throws E1, E2, P3 */
function allowedName({ settings: { nameCharacters } }: IntakeDeps, given: string): string {
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
