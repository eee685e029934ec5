import PostalMime, { type Address, type Attachment } from 'postal-mime';
import { DocumentError } from '../errors.ts';
import type { MailAddress, MailAttachment } from './message.ts';
import { mailPage } from './page.ts';

const OPTIONS = {
  maxNestingDepth: 50,
  maxHeadersSize: 1024 * 1024,
  attachmentEncoding: 'arraybuffer',
} as const;
/** A header of RFC 5322, 2.2; bytes that do not start with one are not a mail. */
const HEADER = /^(?:>?From [^\n]*\n)?[!-9;-~]+[ \t]*:/;
const SEEN_BYTES = 4096;

/**
 * Makes a page of a mail in the format of RFC 5322.
 * @throws DocumentError when the bytes are not a mail
 */
export async function emlPage(bytes: Uint8Array): Promise<string> {
  const start = Buffer.from(bytes.subarray(0, SEEN_BYTES))
    .toString('latin1')
    .replace(/^\u00EF\u00BB\u00BF/, '');
  if (!HEADER.test(start.trimStart())) throw new DocumentError('it is not a mail');
  const mail = await PostalMime.parse(bytes, OPTIONS);
  return mailPage({
    subject: mail.subject ?? '',
    from: mail.from === undefined ? [] : mailboxes([mail.from]),
    to: mailboxes(mail.to),
    cc: mailboxes(mail.cc),
    sentAt: dateOf(mail.date),
    html: mail.html ?? null,
    text: mail.text ?? null,
    attachments: mail.attachments.map(attachmentOf),
  });
}

/** The members of a group are listed in place of the group. */
const mailboxes = (all: readonly Address[] = []): MailAddress[] =>
  all.flatMap(({ name, address, group }) => group ?? [{ name, address: address ?? '' }]);

function dateOf(text: string | undefined): Date | null {
  const date = new Date(text ?? '');
  return Number.isNaN(date.getTime()) ? null : date;
}

function attachmentOf({ filename, mimeType, contentId, content }: Attachment): MailAttachment {
  const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
  const fallback = mimeType === 'message/rfc822' ? 'Forwarded mail.eml' : 'Unnamed';
  return {
    name: filename ?? fallback,
    sizeBytes: bytes.length,
    contentId: contentId?.replaceAll(/^<|>$/g, '') ?? null,
    bytes,
  };
}
