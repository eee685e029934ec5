import { timingSafeEqual } from 'node:crypto';
import { Errors } from '../http/index.ts';
import type { LinkRow } from '../links/index.ts';
import { newId } from '../platform/ids.ts';
import { hashToken, newSecretToken } from '../platform/tokens/index.ts';
import { proveAddress } from './codes.ts';
import { insertVisit, type Visit } from './gate.queries.ts';
import { tellOpened } from './notices.ts';
import type { VisitorParts } from './parts.ts';
import { recordView } from './views.ts';

/** Contract 6: how long a visit lasts. */
const VISIT_SECONDS = 3600;

export interface Proof {
  password?: string | null | undefined;
  email?: string | null | undefined;
  code?: string | null | undefined;
}

export interface Visitor {
  address: string;
  isMachine: boolean;
  /** where the sharer finds the vault */
  webBase: string;
}

/**
 * C44: begins a visit: checks the password and the code where the link asks for them, records the opening, and tells the
 * sharer who wants to know.
 * @throws P11, P12, P13
 */
export async function unlock(
  parts: VisitorParts,
  link: LinkRow,
  { proof, visitor }: { proof: Proof; visitor: Visitor },
): Promise<{ visitorToken: string; expiresIn: number }> {
  const { address, isMachine } = visitor;
  await checkPassword(parts, link, { password: proof.password ?? null, address });
  const email = link.isPublic ? null : await checkCode(parts, link, { proof, address });
  const visitorToken = newSecretToken();
  const visit: Visit = { id: newId('vis'), recordId: link.recordId, linkId: link.id, email, isMachine };
  const { passwordSealed } = link;
  const isBegun = await parts.database.transaction((tx) =>
    insertVisit(tx, { ...visit, tokenHash: hashToken(visitorToken), passwordSealed }, VISIT_SECONDS),
  );
  // Somebody has changed it in this moment.
  if (!isBegun) throw Errors.linkUnavailable();
  await recordView(parts, visit, { action: 'View', subject: '', address }, (tx, at) =>
    tellOpened(tx, { link, visit, at, brand: parts.settings.brand, webBase: visitor.webBase }),
  );
  return { visitorToken, expiresIn: VISIT_SECONDS };
}

async function checkPassword(
  { sealer, throttle }: VisitorParts,
  link: LinkRow,
  { password, address }: { password: string | null; address: string },
): Promise<void> {
  const { passwordSealed } = link;
  if (passwordSealed === null) return;
  // Not given is no guess.
  if (password === null) throw Errors.wrongPassword();
  const isRight = await throttle.attempt({ kind: 'link-password', subject: link.id, address }, async () =>
    timingSafeEqual(hashToken(password), hashToken(sealer.open(passwordSealed))) ? true : null,
  );
  if (isRight === null) throw Errors.wrongPassword();
}

async function checkCode(
  parts: VisitorParts,
  link: LinkRow,
  { proof: { email, code }, address }: { proof: Proof; address: string },
): Promise<string> {
  if (!email || !code) throw Errors.wrongCode();
  const proven = await parts.throttle.attempt({ kind: 'link-code', subject: link.id, address }, () =>
    proveAddress(parts, link, { email, code }),
  );
  if (proven === null) throw Errors.wrongCode();
  return proven;
}
