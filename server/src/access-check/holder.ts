import * as z from 'zod';
import type { Caller } from '../http/index.ts';
import { looksLikeJwt } from '../platform/oidc/index.ts';
import { hashBearer } from '../platform/tokens/index.ts';

/** The session of an account: a session of the vault, or a token of the portal's issuer. */
export interface AccountHolder {
  accountId: string;
  tokenHash: Buffer;
  /** true for a session of the vault, false for a token of the issuer */
  isSession: boolean;
}

/** The visit of a link. */
export interface VisitHolder {
  visitId: string;
}

/** The session or the visit to which a signed address, an office window or a running transfer belongs. */
export type Holder = AccountHolder | VisitHolder;

/** The holder of what a signed-in caller opens. */
export const holderOf = ({ id, token }: Pick<Caller, 'id' | 'token'>): AccountHolder => ({
  accountId: id,
  tokenHash: hashBearer(token),
  isSession: !looksLikeJwt(token),
});

/**
 * A holder in the payload of a signed address: a visit, or an account with the hash of its token, and whether this is a
 * session of the vault. Short, because it is a part of a path.
 */
export const signedHolderSchema = z.union([
  z.tuple([z.string()]),
  z.tuple([z.string(), z.base64url(), z.boolean()]),
]);
export type SignedHolder = z.infer<typeof signedHolderSchema>;

export function toSigned(holder: Holder): SignedHolder {
  if ('visitId' in holder) return [holder.visitId];
  const { accountId, tokenHash, isSession } = holder;
  return [accountId, tokenHash.toString('base64url'), isSession];
}

export function fromSigned(signed: SignedHolder): Holder {
  if (signed.length === 1) return { visitId: signed[0] };
  const [accountId, token, isSession] = signed;
  return { accountId, tokenHash: Buffer.from(token, 'base64url'), isSession };
}

/** The id of the account or of the visit. */
export const idOf = (holder: Holder): string => ('visitId' in holder ? holder.visitId : holder.accountId);
