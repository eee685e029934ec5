import type { Landing } from '@vault/contract';
import { mayGetOriginal } from '../office/index.ts';
import type { VisitorDeps } from './deps.ts';
import type { OpenLink } from './gate.ts';

/**
 * C42: the first page of a link, before it is unlocked.
 * @param deps settings: brand with name and colour; the allowed name characters
 */
export function landingOf(
  { link, rights }: OpenLink,
  { wopi, settings: { brand, nameCharacters } }: Pick<VisitorDeps, 'wopi' | 'settings'>,
): Landing {
  const [only, ...more] = link.items;
  const allowDownload = rights.includes('download');
  return {
    name: link.name,
    linkType: link.kind,
    accessType: link.isPublic ? 'Anyone' : 'SpecificRecipients',
    needPassword: link.passwordSealed !== null,
    needEmail: !link.isPublic,
    isFile: more.length === 0 && only?.kind === 'file',
    allowDownload,
    // GUARD-13: without it the page shows the vault's own preview only
    allowEdit: rights.includes('edit') && mayGetOriginal(wopi, { allowDownload }),
    senderName: link.addName ? link.createdBy : null,
    message: link.message === '' ? null : link.message,
    expireDateTime: link.expiresAt?.getTime() ?? null,
    nameCharacters,
    brand,
    ...(link.askGiver && { askGiver: true as const }),
  };
}
