import type { SharedLink } from '@vault/contract';
import { linkAccessTexts } from './texts.ts';

/** Returns the lines of the tooltip on 'Who has access' (LINKS-32 … LINKS-35). */
export function accessLines({
  isPublic,
  download,
  edit,
}: Pick<SharedLink, 'isPublic' | 'download' | 'edit'>) {
  return [
    ...(isPublic ? [linkAccessTexts.public] : []),
    download ? linkAccessTexts.download : linkAccessTexts.noDownload,
    ...(edit ? [] : [linkAccessTexts.noEdit]),
  ];
}

/** Returns who may open a link, with the labels of the share form (SHARE-10). */
export const accessLabel = ({ access }: Pick<SharedLink, 'access'>) =>
  access === 'Anyone' ? linkAccessTexts.anyone : linkAccessTexts.specificRecipients;
