import type { Receivers } from './queries.ts';
import { mailTexts } from './texts.ts';

/** Programs refuse longer addresses. */
const MAX_MAILTO = 2000;

/** A mail to those who have received an item. */
export interface Mail {
  subject: string;
  body: string;
  /** the known e-mail addresses, each one once */
  to: readonly string[];
}

/** Returns the mail to the receivers of an item. */
export function mailTo({ receivers, firm }: Receivers, item: string): Mail {
  const addresses = receivers.flatMap(({ email }) => (email === null ? [] : [email.toLowerCase()]));
  return { subject: mailTexts.subject(item), body: mailTexts.body(item, firm), to: [...new Set(addresses)] };
}

/**
 * Returns the address that opens a mail program (RFC 6068). The receivers are in Bcc, so that they do not learn of each
 * other; when there are too many for an address, they are left out.
 */
export function mailtoOf({ subject, body, to }: Mail): string {
  const text = `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body.replaceAll('\n', '\r\n'))}`;
  const withReceivers = `mailto:?bcc=${to.map(encodeURIComponent).join(',')}&${text}`;
  return to.length === 0 || withReceivers.length > MAX_MAILTO ? `mailto:?${text}` : withReceivers;
}
