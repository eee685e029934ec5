import type { SharedLink } from '@vault/contract';

/** LINKS-32 … LINKS-35: returns the lines of the tooltip on 'Who has access'. */
export function accessLines({
  isPublic,
  download,
  edit,
}: Pick<SharedLink, 'isPublic' | 'download' | 'edit'>) {
  return [
    ...(isPublic ? ['Link is public'] : []),
    download ? 'Downloads allowed' : 'Downloads not allowed',
    ...(edit ? [] : ['Co - editing not allowed']),
  ];
}

/** Returns who may open a link, with the labels of the share form (SHARE-10). */
export const accessLabel = ({ access }: Pick<SharedLink, 'access'>) =>
  access === 'Anyone' ? 'Anyone with the link' : 'Specific recipients';
