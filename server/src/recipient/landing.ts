import type { Landing } from '@vault/contract';
import type { OpenLink } from './gate.ts';

/**
 * C42: the first page of a link, before it is unlocked.
 * @param settings brand: name and colour; the allowed name characters
 */
export function landingOf(
  { link }: OpenLink,
  { brand, nameCharacters }: Pick<Landing, 'brand' | 'nameCharacters'>,
): Landing {
  const [only, ...more] = link.items;
  return {
    name: link.name,
    linkType: link.kind,
    accessType: link.isPublic ? 'Anyone' : 'SpecificRecipients',
    needPassword: link.passwordSealed !== null,
    needEmail: !link.isPublic,
    isFile: more.length === 0 && only?.kind === 'file',
    allowDownload: link.allowDownload,
    allowEdit: link.allowEdit,
    senderName: link.addName ? link.createdBy : null,
    message: link.message === '' ? null : link.message,
    expireDateTime: link.expiresAt?.getTime() ?? null,
    nameCharacters,
    brand,
    ...(link.askGiver && { askGiver: true as const }),
  };
}
