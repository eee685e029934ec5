import { activityFilterSchema, contract, exposureExportQuery } from '@vault/contract';
import * as z from 'zod';
import {
  type AccessCheck,
  type AccountHolder,
  fromSigned,
  signedHolderSchema,
  toSigned,
} from '../access-check/index.ts';
import { Errors } from '../http/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Signer } from '../platform/tokens/index.ts';

/** Validity of an export address. */
const ADDRESS_MS = 5 * 60_000;

/** What a signed address exports, by its purpose: C117, C118 and C122. */
const WANTED = {
  activity: activityFilterSchema,
  'audit-proof': contract.activity.proofAddress.query,
  exposure: exposureExportQuery.extend(contract.exposure.exportAddress.params.shape),
};
type Purpose = keyof typeof WANTED;

/** The payload of an address: what it exports, and the session for which it was issued. */
const signedSchema = z.object({ wanted: z.unknown(), holder: signedHolderSchema });

interface SignDeps {
  signer: Signer;
  clock: Clock;
}

/** Signs the filter of an export for a session. */
export function signExport<P extends Purpose>(
  { signer, clock }: SignDeps,
  { purpose, holder, wanted }: { purpose: P; holder: AccountHolder; wanted: z.output<(typeof WANTED)[P]> },
): string {
  const expiresAt = new Date(clock.now().getTime() + ADDRESS_MS);
  return signer.sign(purpose, { wanted, holder: toSigned(holder) }, expiresAt);
}

/** An export whose holder may still have it. */
export interface AllowedExport<P extends Purpose> {
  wanted: z.output<(typeof WANTED)[P]>;
  /** GUARD-30: checks the holder again @throws the refusal when the access has ended */
  mustContinue: () => Promise<void>;
}

/** @throws 403 when the address is altered or expired or its session has ended, E11 without the right */
export async function mustAllowExport<P extends Purpose>(
  { signer, clock, access }: SignDeps & { access: AccessCheck },
  purpose: P,
  token: string,
): Promise<AllowedExport<P>> {
  const signed = signedSchema.safeParse(signer.verify(purpose, token, clock.now()));
  if (!signed.success) throw Errors.exportAddressExpired();
  const wanted = WANTED[purpose].parse(signed.data.wanted) as z.output<(typeof WANTED)[P]>;
  const holder = fromSigned(signed.data.holder);
  if ('visitId' in holder) throw Errors.exportAddressExpired();
  const mustContinue = () => access.mustBeAble(holder, 'audit', Errors.exportAddressExpired);
  await mustContinue();
  return { wanted, mustContinue };
}
