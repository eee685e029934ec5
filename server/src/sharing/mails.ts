import type { Caller } from '../http/index.ts';
import type { NewLink } from '../links/index.ts';
import { type Brand, type OutgoingMail, shareMail } from '../mail/index.ts';

interface MailFacts {
  accessUrl: string;
  brand: Brand;
  payload: { addName: boolean; separate: boolean; copy: boolean };
  caller: Pick<Caller, 'name' | 'email'>;
}

/** A link without an end: after a month nobody waits for its mail any more. */
const LONGEST_WAIT_MS = 30 * 86_400_000;

/** SHARE-33, D-36: one mail for all recipients or for each of them, and one to the sharer on demand. */
export function mailsOf(
  link: NewLink,
  { accessUrl, brand, payload, caller }: MailFacts,
): { mail: OutgoingMail; isCopy: boolean }[] {
  const senderName = payload.addName ? caller.name : null;
  const mail = {
    ...shareMail({
      brand,
      kind: link.kind,
      senderName,
      itemNames: link.items.map(({ name }) => name),
      message: link.message,
      url: accessUrl,
      expiresAt: link.expiresAt,
      needsPassword: link.passwordSealed !== null,
    }),
    recordId: link.recordId,
    linkId: link.id,
    senderName: senderName ?? brand.name,
    expiresAt: link.expiresAt ?? new Date(link.createdAt.getTime() + LONGEST_WAIT_MS),
  };
  const to = payload.separate ? link.recipients.map((address) => [address]) : [link.recipients];
  return [
    ...to.map((recipients) => ({ mail: { ...mail, recipients }, isCopy: false })),
    ...(payload.copy && caller.email !== ''
      ? [{ mail: { ...mail, recipients: [caller.email] }, isCopy: true }]
      : []),
  ];
}
