import {
  DEFAULT_EXPIRY_MS,
  distinctAddresses,
  isEmailAddress,
  LINK_ACCESS_TYPES,
  type LinkAccessType,
  type LinkType,
  MAX_RECIPIENTS,
  MAX_SHARE_MESSAGE,
  type sharePayloadSchema,
} from '@vault/contract';
import type * as z from 'zod';
import { type Caller, Errors } from '../http/index.ts';
import { endOfChosenDay, mayPassOnAll, newLinkPassword } from '../links/index.ts';

export type SharePayload = z.output<typeof sharePayloadSchema>;

/**
 * Checks the access type: a link to copy must be for anyone, a mailed link for specific recipients (C24 … C27).
 * @throws P4, P16
 */
export function mustHaveAccessType(accessType: SharePayload['accessType'], byMail: boolean): void {
  const wanted: LinkAccessType = byMail ? 'SpecificRecipients' : 'Anyone';
  if (!LINK_ACCESS_TYPES.some((known) => known === accessType)) throw Errors.accessTypeRequired();
  if (accessType !== wanted) throw Errors.invalidRequest();
}

/** The options of a link. */
export interface LinkOptions {
  /** null means never */
  expiresAt: Date | null;
  /** null means no password */
  password: string | null;
  /** [] for anyone; no address twice */
  recipients: string[];
  message: string;
}

/**
 * Checks the options in the order of contract 5.5. The sharer needs the rights that the link passes on (GUARD-10).
 * @throws E11, P6, P8, 400 for a short password (GUARD-20), E8, P7
 */
export function checkOptions(
  payload: SharePayload,
  {
    now,
    kind,
    byMail,
    caller,
  }: { now: Date; kind: LinkType; byMail: boolean; caller: Pick<Caller, 'abilities'> },
): LinkOptions {
  const terms = { kind, allowDownload: payload.allowDownload, allowEdit: payload.edit };
  if (!mayPassOnAll(terms, caller.abilities)) throw Errors.noAccess();
  if (!payload.expire && !caller.abilities.noExp) throw Errors.noAccess();
  const expiresAt = payload.expire ? endOf(payload, now) : null;
  const password = payload.havePassword ? newLinkPassword(payload.password ?? '') : null;
  const recipients = byMail ? checkRecipients(payload.receiveByEmails) : [];
  if (payload.message.length > MAX_SHARE_MESSAGE) throw Errors.shareMessageTooLong();
  return { expiresAt, password, recipients, message: payload.message.trim() };
}

/** D-31: a link without a chosen day expires after an hour. */
function endOf({ expireDateTime }: SharePayload, now: Date): Date {
  return expireDateTime === null || expireDateTime === undefined
    ? new Date(now.getTime() + DEFAULT_EXPIRY_MS)
    : endOfChosenDay(expireDateTime, { now, firstDay: 0 });
}

/** Removes repeated addresses and checks the others (SHARE-20, SHARE-21). */
function checkRecipients(typed: readonly string[]): string[] {
  const addresses = distinctAddresses(typed);
  if (addresses.length === 0 || !addresses.every(isEmailAddress)) throw Errors.mailboxInvalid();
  if (addresses.length > MAX_RECIPIENTS) throw Errors.tooManyRecipients();
  return addresses;
}
