import type { Caller } from '../http/index.ts';
import { linkDetailsAddress, type NewLink } from '../links/index.ts';
import { type Brand, commonLanguage, copyMail, type OutgoingMail, shareMail } from '../mail/index.ts';

interface MailFacts {
  accessUrl: string;
  /** origin of the vault, such as 'https://vault.example.com' */
  webBase: string;
  brand: Brand;
  payload: { addName: boolean; separate: boolean; copy: boolean };
  caller: Pick<Caller, 'id' | 'name' | 'email'>;
  /** known BCP 47 tags by address in lower case */
  languages: ReadonlyMap<string, string>;
}

/** A mail expires after a month when its link has no expiry. */
const LONGEST_WAIT_MS = 30 * 86_400_000;

/** SHARE-33, D-36: one mail for all recipients or for each of them, and an optional copy for the sharer (USE-18). */
export function mailsOf(link: NewLink, facts: MailFacts): { mail: OutgoingMail; isCopy: boolean }[] {
  const { payload, caller } = facts;
  const to = payload.separate ? link.recipients.map((address) => [address]) : [link.recipients];
  return [
    ...to.map((recipients) => ({ mail: mailTo(recipients, link, facts), isCopy: false })),
    ...(payload.copy && caller.email !== '' ? [{ mail: copyFor(link, facts), isCopy: true }] : []),
  ];
}

/** USE-43: replies are sent to the sharer; without addName the mail does not name the sharer (D-36). */
function mailTo(recipients: readonly string[], link: NewLink, facts: MailFacts): OutgoingMail {
  const { brand, payload, caller, accessUrl, languages } = facts;
  const sharer = payload.addName ? caller : null;
  return {
    ...shareMail({
      ...contentsOf(link, brand),
      senderName: sharer?.name ?? null,
      url: accessUrl,
      languageTag: commonLanguage(languages, recipients),
    }),
    ...outgoingOf(link),
    senderName: sharer === null ? brand.name : `${sharer.name} (${brand.name})`,
    replyTo: sharer === null || sharer.email === '' ? null : sharer.email,
    recipients,
  };
}

function copyFor(link: NewLink, { brand, caller, webBase, languages }: MailFacts): OutgoingMail {
  return {
    ...copyMail({
      ...contentsOf(link, brand),
      recipients: link.recipients,
      detailsUrl: linkDetailsAddress(webBase, link),
      languageTag: commonLanguage(languages, [caller.email]),
    }),
    ...outgoingOf(link),
    readerId: caller.id,
    senderName: brand.name,
    recipients: [caller.email],
  };
}

const contentsOf = ({ kind, items, message, expiresAt, passwordSealed }: NewLink, brand: Brand) => ({
  brand,
  kind,
  itemNames: items.map(({ name }) => name),
  message,
  expiresAt,
  needsPassword: passwordSealed !== null,
});

const outgoingOf = ({ recordId, id, expiresAt, createdAt }: NewLink) => ({
  recordId,
  linkId: id,
  expiresAt: expiresAt ?? new Date(createdAt.getTime() + LONGEST_WAIT_MS),
});
