import msgReader from '@kenjiuno/msgreader';
import type { FieldsData } from '@kenjiuno/msgreader/lib/MsgReader.js';
import { DocumentError } from '../errors.ts';
import type { MailAddress, MailAttachment } from './message.ts';
import { mailPage } from './page.ts';

/** The library is CommonJS: its class is `default` of what is imported. */
const MsgReader = msgReader.default;

/** UTF-16 and UTF-8, and US-ASCII as a part of them. */
const UNICODE: readonly number[] = [1200, 65_001, 20_127];
/** Code pages whose name is not `windows-` and their number. */
const ENCODINGS: Partial<Record<number, string>> = {
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  20_127: 'ascii',
  20_866: 'koi8-r',
  28_591: 'iso-8859-1',
  28_592: 'iso-8859-2',
  28_595: 'iso-8859-5',
  28_605: 'iso-8859-15',
  65_001: 'utf-8',
};

/**
 * Makes a page of a mail of Outlook ([MS-OXMSG]).
 * @throws DocumentError when the bytes are no such mail
 */
export async function msgPage(bytes: Uint8Array): Promise<string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let reader = new MsgReader(view);
  let mail = reader.getFileData();
  const codePage = mail.messageCodepage ?? mail.internetCodepage;
  if (codePage !== undefined && !UNICODE.includes(codePage)) {
    // Texts that are not Unicode are in the code page that the mail names.
    reader = new MsgReader(view);
    reader.parserConfig = { ansiEncoding: ENCODINGS[codePage] ?? `cp${codePage}` };
    mail = reader.getFileData();
  }
  if (mail.error !== undefined || mail.dataType !== 'msg')
    throw new DocumentError(mail.error ?? 'this is no mail');
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

/** The first that is an address of the internet; Exchange has paths (`/O=FIRM/OU=…`) beside them. */
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

/** The body as HTML, as text or in the code page that the mail names. */
function htmlOf({ bodyHtml, html, internetCodepage }: FieldsData): string | null {
  if (bodyHtml !== undefined) return bodyHtml;
  return html === undefined ? null : decoderOf(internetCodepage).decode(html);
}

function decoderOf(codePage = 65_001): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(ENCODINGS[codePage] ?? `windows-${codePage}`);
  } catch {
    return new TextDecoder('windows-1252');
  }
}

function attachmentOf(reader: InstanceType<typeof MsgReader>, field: FieldsData): MailAttachment {
  const name = field.fileName ?? field.fileNameShort ?? field.name ?? 'Unnamed';
  // A mail inside of the mail has no bytes that could be read.
  if (field.innerMsgContent === true)
    return { name: `${name}.msg`, sizeBytes: null, contentId: null, bytes: null };
  const { content } = reader.getAttachment(field);
  return { name, sizeBytes: content.length, contentId: field.pidContentId ?? null, bytes: content };
}
