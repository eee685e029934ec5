import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import {
  type AccessCheck,
  fromSigned,
  type Holder,
  idOf,
  signedHolderSchema,
  toSigned,
} from '../access-check/index.ts';
import { Errors } from '../http/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { DB } from '../platform/database/index.ts';
import type { Signer } from '../platform/tokens/index.ts';
import { findVersion } from '../versions/index.ts';
import type { Viewed } from './find.ts';
import { OPENING_MS } from './opening.ts';

/** C28, C75: the validity of a signed address. */
const ADDRESS_MS = 10 * 60_000;

/** Identifies an opening; short, because it is a part of a path. */
const OPENING_ID_BYTES = 16;

/** The owner of the addresses: the portal refuses those of a link's visitors. */
type AddressKind = 'preview' | 'visitor-preview';

/** The target of an address at the time when it was issued: a later rename does not change it. */
const targetSchema = z.object({
  recordId: z.string(),
  fileId: z.string(),
  versionId: z.uuid(),
  extension: z.string(),
  /** the session or the visit for which it was issued */
  holder: signedHolderSchema,
  /** the preview that it belongs to, and its start in epoch milliseconds */
  opening: z.object({ id: z.string(), at: z.number() }),
});
type Target = z.infer<typeof targetSchema>;

export interface AddressDeps {
  signer: Signer;
  clock: Clock;
}

export interface AddressOptions {
  kind: AddressKind;
  holder: Holder;
  /** the token of an address that is continued */
  renews: string | undefined;
}

/**
 * @returns the signed token that gives access to the bytes without a sign-in; and whether it continues an opening that
 * was recorded before
 */
export function signAddress(
  deps: AddressDeps,
  { version, extension }: Viewed,
  { kind, holder, renews }: AddressOptions,
): { token: string; isRenewal: boolean } {
  const now = deps.clock.now().getTime();
  const { recordId, fileId, versionId } = version;
  const earlier = renews === undefined ? null : openingOf(deps, renews, { kind, versionId, holder });
  const opening = earlier ?? { id: randomBytes(OPENING_ID_BYTES).toString('base64url'), at: now };
  const target: Target = { recordId, fileId, versionId, extension, holder: toSigned(holder), opening };
  const token = deps.signer.sign(kind, target, new Date(now + ADDRESS_MS));
  return { token, isRenewal: earlier !== null };
}

/**
 * The opening of an earlier address, also an expired one; null unless it was for the same version and the same account
 * or visit. An opening continues in the next session of an account.
 */
function openingOf(
  { signer, clock }: AddressDeps,
  token: string,
  { kind, versionId, holder }: { kind: AddressKind; versionId: string; holder: Holder },
): Target['opening'] | null {
  const earlier = targetSchema.safeParse(signer.verify(kind, token, new Date(0)));
  if (!earlier.success) return null;
  const { data } = earlier;
  const isSame = data.versionId === versionId && idOf(fromSigned(data.holder)) === idOf(holder);
  return isSame && clock.now().getTime() - data.opening.at < OPENING_MS ? data.opening : null;
}

/** @throws 403 when the token is altered, expired or issued for another purpose */
export function mustFollowAddress({ signer, clock }: AddressDeps, kind: AddressKind, token: string): Target {
  const target = targetSchema.safeParse(signer.verify(kind, token, clock.now()));
  if (!target.success) throw Errors.previewAddressExpired();
  return target.data;
}

/**
 * The target of a signed address of C28, and its holder, who may still see it (GUARD-30).
 * @throws 403 as `mustFollowAddress` and when the session has ended, E11 without the permission or the record, E4 when
 * the file is not live or the version was removed since
 */
export async function followAddress(
  db: Kysely<DB>,
  deps: AddressDeps & { access: AccessCheck },
  token: string,
): Promise<{ viewed: Viewed; holder: Holder }> {
  const { extension, holder: signed, ...target } = mustFollowAddress(deps, 'preview', token);
  const holder = fromSigned(signed);
  const wanted = { recordId: target.recordId, right: 'view' as const, fileIds: [target.fileId] };
  await deps.access.mustHave(holder, wanted, Errors.previewAddressExpired);
  const version = await findVersion(db, target);
  if (version === null) throw Errors.notFound();
  return { viewed: { version, extension }, holder };
}
