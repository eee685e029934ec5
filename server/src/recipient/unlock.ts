import { timingSafeEqual } from 'node:crypto';
import type { Transaction } from 'kysely';
import { recordAudit } from '../audit/index.ts';
import { Errors } from '../http/index.ts';
import { linkEvent } from '../links/index.ts';
import { rememberLanguage } from '../mail/index.ts';
import type { DB } from '../platform/database/index.ts';
import { newId } from '../platform/ids.ts';
import { hashToken, newSecretToken } from '../platform/tokens/index.ts';
import { auditRefusals } from './audit-opening.ts';
import { continueVisit } from './continuation.ts';
import { type GuardedLink, identifyVisitor } from './gate.ts';
import { formerVisitId, insertVisit, type Visit } from './gate.queries.ts';
import { guessCode, type GuessedLink, guessPassword } from './link-guesses.ts';
import { queueOpenedNotice } from './notices.ts';
import type { VisitorDeps } from './deps.ts';
import { addView, automaticView } from './views.ts';

/** Contract 6: the duration of a visit. */
const VISIT_SECONDS = 3600;

export interface Proof {
  password?: string | null | undefined;
  email?: string | null | undefined;
  code?: string | null | undefined;
  /** USE-15: token with which this visit continues an earlier one */
  continues?: string | null | undefined;
  /** USE-03: token of an earlier visit whose office windows continue with this one */
  formerToken?: string | null | undefined;
}

export interface Visitor {
  address: string;
  isBot: boolean;
  /** language of the browser (BCP 47); null when the browser sends none */
  language: string | null;
  /** the address of the vault for the sharer */
  webBase: string;
}

/**
 * C44: begins a visit: checks the password or the code that the link requires, records the opening, and notifies the
 * sharer if the link has `notify`.
 * @throws P11, P12, P13
 */
export async function unlock(
  deps: VisitorDeps,
  link: GuardedLink,
  { proof, visitor }: { proof: Proof; visitor: Visitor },
): Promise<{ visitorToken: string; expiresIn: number; continuation?: string }> {
  const { address, isBot, language, webBase } = visitor;
  const guessed = { link, address, webBase };
  const audited = { database: deps.database, link, email: proof.email ?? null };
  const email = await auditRefusals(audited, () => mustProve(deps, guessed, proof));
  const visitorToken = newSecretToken();
  const id = newId('vis');
  const { giverId, continuation } = continueVisit(deps, link, {
    visitId: id,
    continues: proof.continues ?? null,
  });
  const visit: Visit = { id, recordId: link.recordId, linkId: link.id, email, giverId };
  const { passwordSealed } = link;
  identifyVisitor(visit);
  const isAutomatic = isBot && !isProtected(link);
  const isBegun = await deps.database.transaction(async (tx) => {
    if (email !== null && language !== null) await rememberLanguage(tx, email, language);
    const begun = { ...visit, tokenHash: hashToken(visitorToken), passwordSealed };
    if (!(await insertVisit(tx, begun, VISIT_SECONDS))) return false;
    await continueWindows(deps, tx, { visit, formerToken: proof.formerToken ?? null });
    const at = deps.clock.now();
    const view = isAutomatic
      ? await automaticView(tx, link, { address, at })
      : await openingView(deps, tx, { link, visit, at, webBase });
    await recordAudit(tx, { ...linkEvent('link.open', link, view), at });
    return true;
  });
  // The link was changed or deleted after it was checked.
  if (!isBegun) throw Errors.linkUnavailable();
  return { visitorToken, expiresIn: VISIT_SECONDS, ...(continuation !== undefined && { continuation }) };
}

/** Counts an opening and queues the notice to the sharer. @returns the facts of its entry in the audit */
async function openingView(
  deps: VisitorDeps,
  tx: Transaction<DB>,
  opening: { link: GuardedLink; visit: Visit; at: Date; webBase: string },
): Promise<{ viewId: string }> {
  const { visit, at } = opening;
  const { viewId } = await addView(tx, visit, { action: 'View', transfer: '', once: true, at });
  await queueOpenedNotice(deps, tx, { ...opening, brand: deps.settings.brand });
  return { viewId };
}

/**
 * Checks the password of a link for anyone, or the code of a recipient.
 * @returns the verified address; null behind a link for anyone
 * @throws P11, P12, P13
 */
async function mustProve(deps: VisitorDeps, guessed: GuessedLink, proof: Proof): Promise<string | null> {
  const { link } = guessed;
  if (!link.isPublic) return checkRecipient(deps, guessed, proof);
  await checkPassword(deps, link, {
    password: proof.password ?? null,
    attempt: (check) => guessPassword(deps, guessed, check),
  });
  return null;
}

/** Whether opening the link needs a password or a code: who has one is no program that follows addresses. */
const isProtected = ({ isPublic, passwordSealed }: GuardedLink): boolean =>
  !isPublic || passwordSealed !== null;

/** USE-03: the office windows of an earlier visit of the same recipient continue with this one. */
async function continueWindows(
  { windows }: VisitorDeps,
  tx: Transaction<DB>,
  { visit, formerToken }: { visit: Visit; formerToken: string | null },
): Promise<void> {
  if (formerToken === null) return;
  const formerId = await formerVisitId(tx, hashToken(formerToken), visit);
  if (formerId !== null)
    await windows.continueVisit(tx, { recordId: visit.recordId, formerId, visitId: visit.id });
}

/** Blanks around a pasted password are ignored (USE-24); an older password that contains them still works. */
function isSamePassword(given: string, password: string): boolean {
  const expected = hashToken(password);
  return [given, given.trim()].some((text) => timingSafeEqual(hashToken(text), expected));
}

interface PasswordCheck {
  password: string | null;
  /** runs the check within the limits of its caller */
  attempt: (check: () => Promise<true | null>) => Promise<true | null>;
}

/** @throws P11, P13 */
async function checkPassword(
  { sealer }: VisitorDeps,
  { passwordSealed }: GuardedLink,
  { password, attempt }: PasswordCheck,
): Promise<void> {
  if (passwordSealed === null) return;
  // A missing password is not counted as an attempt.
  if (password === null) throw Errors.wrongPassword();
  const check = async () => (isSamePassword(password, sealer.open(passwordSealed)) ? true : null);
  if ((await attempt(check)) === null) throw Errors.wrongPassword();
}

/**
 * Checks code and password of a recipient, the code first: only a caller with a right code can try the password, so
 * that the attempts count for this recipient and do not lock out others behind the same address (USE-06). A wrong
 * password keeps the code.
 * @returns the verified address
 * @throws P11, P12, P13
 */
async function checkRecipient(
  deps: VisitorDeps,
  guessed: GuessedLink,
  { email, code, password = null }: Proof,
): Promise<string> {
  const { link } = guessed;
  if (!email || !code) throw Errors.wrongCode();
  const verified = await guessCode(deps, guessed, { email: email.trim().toLowerCase(), code });
  if (verified === null) throw Errors.wrongCode();
  const guess = { kind: 'link-recipient-password' as const, link: link.id, recipient: verified.email };
  await checkPassword(deps, link, {
    password,
    attempt: (check) => deps.throttle.attempt(guess, check),
  });
  if (!(await verified.useUp())) throw Errors.wrongCode();
  return verified.email;
}
