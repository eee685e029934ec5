import { formatDateTimeInZone } from '../kit/format-date.ts';
import { canAskGiver, isSeparate, type ShareOptions } from './options.ts';
import type { ShareSubject } from './subject.ts';

/** USE-42: returns the expiry of a new link as text. */
export const expiryWords = ({ noExpirationDate, expirationDate }: ShareOptions): string =>
  noExpirationDate || expirationDate === null ? 'No expiration date' : formatDateTimeInZone(expirationDate);

/** USE-42: returns the chosen options of a new link, in the order of the form. */
export function optionWords(subject: Pick<ShareSubject, 'kind'>, options: ShareOptions): string[] {
  const isShare = subject.kind === 'share';
  const isByMail = options.accessType === 'SpecificRecipients';
  return [
    isByMail ? 'Specific recipients only' : 'Anyone with the link',
    ...(options.havePassword ? ['Password required'] : []),
    ...(isShare ? [options.allowDownload ? 'Download allowed' : 'Download not allowed'] : ['Upload only']),
    ...(isShare && options.allowEdit ? ['Editing allowed'] : []),
    ...(options.notify ? ['You are notified when it is accessed'] : []),
    ...(options.addName ? ['Your name is shown'] : ['Your name is not shown']),
    ...(canAskGiver(subject, options) && options.askGiver ? ['Name or e-mail is asked for'] : []),
    ...(isByMail && isSeparate(options) ? ['Sent separately'] : []),
    ...(isByMail && options.copy ? ['A copy was sent to you'] : []),
  ];
}
