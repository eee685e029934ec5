import type { SharedLink } from '@vault/contract';

/** LINKS-32 … LINKS-35: what the tooltip on 'Who has access' says, a line each. */
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

/** Who may open a link, in the words of the form that made it (SHARE-10). */
export const accessLabel = ({ access }: Pick<SharedLink, 'access'>) =>
  access === 'Anyone' ? 'Anyone with the link' : 'Specific recipients';
