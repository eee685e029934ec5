import msgReader from '@kenjiuno/msgreader';
import type { FieldsData } from '@kenjiuno/msgreader/lib/MsgReader.js';
import { codePageDecoder, codePageName, wholeSectors } from '../../compound/index.ts';
import { DocumentError } from '../errors.ts';
import type { MailAddress, MailAttachment } from './message.ts';
import { mailPage } from './page.ts';

/** The library is CommonJS: its class is the `default` of the imported module. */
const MsgReader = msgReader.default;

const UTF_8 = 65_001;
/** UTF-16 and UTF-8, and US-ASCII, a subset of UTF-8. */
const UNICODE: readonly number[] = [1200, UTF_8, 20_127];
/**
 * Makes a page of an Outlook mail ([MS-OXMSG]).
 * @throws DocumentError when the bytes are not such a mail
 */
export async function msgPage(bytes: Uint8Array): Promise<string> {
  const whole = wholeSectors(bytes);
  const view = new DataView(whole.buffer, whole.byteOffset, whole.byteLength);
  let reader = new MsgReader(view);
  let mail = reader.getFileData();
  const codePage = mail.messageCodepage ?? mail.internetCodepage;
  if (codePage !== undefined && !UNICODE.includes(codePage)) {
    // Texts that are not Unicode use the code page of the mail.
    reader = new MsgReader(view);
    reader.parserConfig = { ansiEncoding: codePageName(codePage) ?? `cp${codePage}` };
    mail = reader.getFileData();
  }
  if (mail.error !== undefined || mail.dataType !== 'msg')
    throw new DocumentError(mail.error ?? 'it is not a mail');
  const recipients = mail.recipients ?? [];
  const to = (type: string) =>
    recipients.filter(({ recipType = 'to' }) => recipType === type).map(recipientOf);
  const sender = { name: mail.senderName ?? '', address: smtp(mail.senderSmtpAddress, mail.senderEmail) };
  return mailPage({
    subject: mail.subject ?? '',
    from: sender.name === '' && sender.address === '' ? [] : [sender],
    to: to('to'),
    cc: to('cc'),
    sentAt: dateOf(mail.clientSubmitTime ?? mail.messageDeliveryTime ?? mail.creationTime),
    html: htmlOf(mail),
    text: mail.body ?? null,
    attachments: (mail.attachments ?? []).map((one) => attachmentOf(reader, one)),
  });
}

/** The first internet address; Exchange also has paths (`/O=FIRM/OU=…`). */
const smtp = (...addresses: readonly (string | undefined)[]): string =>
  addresses.find((one) => one?.includes('@')) ?? '';

const recipientOf = ({ name = '', smtpAddress, email }: FieldsData): MailAddress => ({
  name: name.replaceAll(/^'|'$/g, ''),
  address: smtp(smtpAddress, email),
});

function dateOf(text: string | undefined): Date | null {
  const date = new Date(text ?? '');
  return Number.isNaN(date.getTime()) ? null : date;
}

/** The body as HTML: stored as text, or as bytes in the code page of the mail. */
function htmlOf({ bodyHtml, html, internetCodepage }: FieldsData): string | null {
  if (bodyHtml !== undefined) return bodyHtml;
  return html === undefined ? null : codePageDecoder(internetCodepage ?? UTF_8).decode(html);
}

function attachmentOf(reader: InstanceType<typeof MsgReader>, field: FieldsData): MailAttachment {
  const name = field.fileName ?? field.fileNameShort ?? field.name ?? 'Unnamed';
  // A mail attached to the mail has no readable bytes.
  if (field.innerMsgContent === true)
    return { name: `${name}.msg`, sizeBytes: null, contentId: null, bytes: null };
  const { content } = reader.getAttachment(field);
  return { name, sizeBytes: content.length, contentId: field.pidContentId ?? null, bytes: content };
}
