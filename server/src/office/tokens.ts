import * as z from 'zod';
import type { Clock } from '../platform/clock.ts';
import type { Signer } from '../platform/tokens/index.ts';
import type { WopiAction } from '../platform/wopi/index.ts';
import type { Grant } from './grants.queries.ts';

interface TokenDeps {
  signer: Signer;
  clock: Clock;
}

/** The content of an access token; all other data is stored with the grant and read at each call. */
const accessSchema = z.object({ grant: z.string(), action: z.enum(['view', 'edit']) });
const pageSchema = z.object({ grant: z.string() });

/** @param action an action that the grant allows */
export const accessToken = ({ signer }: TokenDeps, grant: Grant, action: WopiAction): string =>
  signer.sign(
    'office-access',
    { grant: grant.id, action } satisfies z.infer<typeof accessSchema>,
    grant.expiresAt,
  );

/** @returns null for a token that is altered, expired or made for another purpose */
export function readAccessToken(
  { signer, clock }: TokenDeps,
  token: string,
): { grantId: string; action: WopiAction } | null {
  const read = accessSchema.safeParse(signer.verify('office-access', token, clock.now()));
  return read.success ? { grantId: read.data.grant, action: read.data.action } : null;
}

/** The last part of the address of a grant's page. It is always the same for one grant. */
export const pageToken = ({ signer }: TokenDeps, grant: Grant): string =>
  signer.sign('office-page', { grant: grant.id } satisfies z.infer<typeof pageSchema>, grant.expiresAt);

/** @returns the id of the grant; null in the same cases as `readAccessToken` */
export function readPageToken({ signer, clock }: TokenDeps, token: string): string | null {
  const read = pageSchema.safeParse(signer.verify('office-page', token, clock.now()));
  return read.success ? read.data.grant : null;
}
