import * as z from 'zod';
import { isPublicRequest } from '../links/index.ts';
import type { VisitorDeps } from './deps.ts';
import type { GuardedLink } from './gate.ts';

/** How long a device can continue its last visit: long enough to collect papers, short for a shared computer. */
const CONTINUATION_MS = 30 * 86_400_000;
const payloadSchema = z.tuple([z.string(), z.string()]);

/** The giver of a visit, and the token with which a later visit continues it. */
interface Continued {
  giverId: string;
  /** undefined where visits cannot be continued */
  continuation: string | undefined;
}

/**
 * USE-15: a visit lasts one hour. Afterwards the device that used a public request can still see its submissions. A
 * verified address needs no continuation: its submissions are found by the address. The token grants no access: the
 * gate checks each visit.
 * @param continues the signed token of the device; an invalid one, or one of another link, is ignored
 */
export function continueVisit(
  { signer, clock }: Pick<VisitorDeps, 'signer' | 'clock'>,
  link: GuardedLink,
  { visitId, continues }: { visitId: string; continues: string | null },
): Continued {
  if (!isPublicRequest(link)) return { giverId: visitId, continuation: undefined };
  const now = clock.now();
  const signed = continues === null ? null : signer.verify('continuation', continues, now);
  const { data: [linkId, earlier] = [] } = payloadSchema.safeParse(signed);
  const giverId = linkId === link.id && earlier !== undefined ? earlier : visitId;
  const expiresAt = new Date(now.getTime() + CONTINUATION_MS);
  return { giverId, continuation: signer.sign('continuation', [link.id, giverId], expiresAt) };
}
