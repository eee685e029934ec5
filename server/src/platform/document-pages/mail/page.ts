import { imageUri } from '../image.ts';
import { htmlPage, text } from '../page.ts';
import { sizeText } from '../size.ts';
import type { MailAddress, MailAttachment, MailMessage } from './message.ts';
import { safeMailHtml } from './safe-html.ts';

const MAX_TEXT = 2_000_000;
const MAX_HTML = 8_000_000;
const MAX_ADDRESSES = 200;
const MAX_ATTACHMENTS = 500;
const TOO_LONG = 'The text of this mail is too long for the preview. Download the file to see it.';

/**
 * A mail as a page: sender, recipients, time, body, and the names of the attachments (USE-32).
 * Nothing external is loaded: remote images are omitted, links have no target.
 */
export function mailPage(mail: MailMessage): string {
  const rows = [
    row('From', addresses(mail.from)),
    row('To', addresses(mail.to)),
    row('Cc', addresses(mail.cc)),
    row('Date', mail.sentAt === null ? '' : text(dateText(mail.sentAt))),
  ];
  const subject = mail.subject.trim() === '' ? '(no subject)' : mail.subject;
  const body =
    `<header><h1>${text(subject.slice(0, 1000))}</h1><table>${rows.join('')}</table>${attachmentsHtml(mail)}</header>` +
    `<main>${bodyHtml(mail)}</main>`;
  return htmlPage({ style: STYLE, body });
}

const row = (name: string, value: string) =>
  value === '' ? '' : `<tr><th scope="row">${name}</th><td>${value}</td></tr>`;

function addresses(all: readonly MailAddress[]): string {
  const shown = all.slice(0, MAX_ADDRESSES).map(({ name, address }) => {
    if (name === '' || name === address) return text(address);
    return address === '' ? text(name) : `${text(name)} <span class="quiet">&lt;${text(address)}&gt;</span>`;
  });
  const more = all.length - MAX_ADDRESSES;
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** The stored page is the same for all readers, so it names the time zone. */
function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' });
  return `${format.format(date)} UTC`;
}

function attachmentsHtml({ attachments, html }: MailMessage): string {
  const isShownInBody = ({ contentId }: MailAttachment) =>
    contentId !== null && html !== null && html.includes(`cid:${contentId}`);
  const listed = attachments.filter((one) => !isShownInBody(one));
  if (listed.length === 0) return '';
  const items = listed
    .slice(0, MAX_ATTACHMENTS)
    .map(
      ({ name, sizeBytes }) =>
        `<li>${text(name.slice(0, 400))} <span class="quiet">${sizeBytes === null ? '' : sizeText(sizeBytes)}</span></li>`,
    );
  const title = listed.length === 1 ? '1 attachment' : `${listed.length} attachments`;
  return `<section class="attachments"><h2>${title}</h2><ul>${items.join('')}</ul></section>`;
}

function bodyHtml({ html, text: plain, attachments }: MailMessage): string {
  if (html !== null && html.trim() !== '' && html.length <= MAX_HTML) {
    const imageOf = (contentId: string) => {
      const bytes = attachments.find((one) => one.contentId === contentId)?.bytes ?? null;
      return bytes === null ? null : imageUri(bytes);
    };
    return `<div class="html">${safeMailHtml(html, imageOf)}</div>`;
  }
  if (plain === null || plain.trim() === '') {
    const isLong = html !== null && html.trim() !== '';
    return `<p class="quiet">${isLong ? TOO_LONG : 'This mail has no text.'}</p>`;
  }
  const cut =
    plain.length > MAX_TEXT
      ? '<p class="quiet">The preview ends here. Download the file to see all of it.</p>'
      : '';
  return `<div class="text">${text(plain.slice(0, MAX_TEXT))}</div>${cut}`;
}

const STYLE = `
body { font: 14px/20px system-ui, sans-serif; color: #1f2329; background: #fff; margin: 0 auto; padding: 24px;
  max-width: 960px; overflow-wrap: anywhere }
header { border-bottom: 1px solid #d9dce3; padding-bottom: 16px; margin-bottom: 16px }
h1 { font-size: 20px; line-height: 28px; margin: 0 0 12px }
h2 { font-size: 14px; line-height: 20px; margin: 16px 0 4px }
header table { border-collapse: collapse }
header th { font-weight: normal; color: #60656f; text-align: start; vertical-align: top; padding: 2px 16px 2px 0; white-space: nowrap }
header td { padding: 2px 0 }
.quiet { color: #60656f }
.attachments ul { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 8px }
.attachments li { border: 1px solid #d9dce3; border-radius: 4px; padding: 4px 8px }
.text { white-space: pre-wrap }
.html { overflow-x: auto; contain: paint }
.html img { max-width: 100%; height: auto }
.html blockquote { margin: 0 0 0 8px; padding-left: 12px; border-left: 2px solid #d9dce3 }
@media (max-width: 700px) { body { padding: 16px } }
`;
