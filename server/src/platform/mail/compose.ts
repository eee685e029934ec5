import type { SendMailOptions } from 'nodemailer';
import type { Message } from './mailer.ts';
import { oneLine } from './one-line.ts';

const MAX_HEADER = 200;

/** The text as one line of limited length, which cannot end its header or start another one. */
function headerText(text: string): string {
  const clean = oneLine(text);
  const characters = [...clean];
  return characters.length > MAX_HEADER ? `${characters.slice(0, MAX_HEADER - 1).join('')}…` : clean;
}

/**
 * An address without characters that have a meaning in a header or in SMTP: space, control, comment, quote, list, route
 * or domain literal.
 */
const ADDRESS = /^[^\s\p{Cc}"(),:;<>@[\\\]]+@[^\s\p{Cc}"(),:;<>@[\\\]]+$/u;

/** Whether an address can be sent to a server unchanged. */
export const isAddress = (text: string): boolean => ADDRESS.test(text) && text.length <= 320;

const LONGEST_LINE = 998;

/**
 * ASCII is sent unchanged (RFC 5322 2.1.1), so that a link is complete on its line even if the mail is not decoded;
 * nodemailer otherwise cuts lines of more than 76 characters.
 */
function textPart(text: string): NonNullable<SendMailOptions['alternatives']>[number] {
  const contentType = 'text/plain; charset=utf-8';
  const lines = text.split('\n');
  const isPlain = /^[\n\x20-\x7E]*$/.test(text) && lines.every((line) => line.length <= LONGEST_LINE);
  if (!isPlain) return { contentType, content: text };
  const headers = [`Content-Type: ${contentType}`, 'Content-Transfer-Encoding: 7bit'];
  return { raw: [...headers, '', ...lines].join('\r\n') };
}

/**
 * The input for nodemailer. Nothing of it is read from a file or fetched, and no other header is set.
 * @param from the sender address of the vault
 * @param to the valid addresses of `message.to`
 */
export function compose(
  message: Message,
  { from, to }: { from: string; to: readonly string[] },
): SendMailOptions {
  const name = message.from.name === null ? '' : headerText(message.from.name);
  const replyTo = message.replyTo ?? null;
  return {
    from: { name, address: from },
    to: to.map((address) => ({ name: '', address })),
    ...(replyTo !== null && isAddress(replyTo) ? { replyTo: { name: '', address: replyTo } } : {}),
    envelope: { from, to: [...to] },
    subject: headerText(message.subject),
    messageId: `<${message.id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    alternatives: [
      textPart(message.text.toWellFormed()),
      { contentType: 'text/html; charset=utf-8', content: message.html.toWellFormed() },
    ],
    // No automatic replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
