import { formatDateTimeInZone } from '../kit/format-long-date.ts';
import { canAskGiver, isSeparate, type ShareOptions } from './options.ts';
import type { ShareSubject } from './subject.ts';
import { shareFactTexts, shareResultTexts } from './texts.ts';

/** USE-42: returns the expiry of a new link as text. */
export const expiryWords = ({ noExpirationDate, expirationDate }: ShareOptions): string =>
  noExpirationDate || expirationDate === null
    ? shareResultTexts.noExpirationDate
    : formatDateTimeInZone(expirationDate);

/** USE-42: returns the chosen options of a new link, in the order of the form. */
export function optionWords(subject: Pick<ShareSubject, 'kind'>, options: ShareOptions): string[] {
  const isShare = subject.kind === 'share';
  const isByMail = options.accessType === 'SpecificRecipients';
  return [
    isByMail ? shareFactTexts.specificRecipients : shareFactTexts.anyone,
    ...(options.havePassword ? [shareFactTexts.password] : []),
    ...(isShare
      ? [options.allowDownload ? shareFactTexts.download : shareFactTexts.noDownload]
      : [shareFactTexts.uploadOnly]),
    ...(isShare && options.allowEdit ? [shareFactTexts.edit] : []),
    ...(options.notify ? [shareFactTexts.notify] : []),
    ...(options.addName ? [shareFactTexts.name] : [shareFactTexts.noName]),
    ...(canAskGiver(subject, options) && options.askGiver ? [shareFactTexts.askGiver] : []),
    ...(isByMail && isSeparate(options) ? [shareFactTexts.separate] : []),
    ...(isByMail && options.copy ? [shareFactTexts.copy] : []),
  ];
}
