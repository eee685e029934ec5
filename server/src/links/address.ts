import type { LinkType } from '@vault/contract';
import type { Sealer } from '../platform/tokens/index.ts';
import type { LinkRow } from './link.queries.ts';

const PREFIX: Record<LinkType, string> = { SHARE: 's', REQUEST: 'r' };

/** RECIP-01: the public URL of a link. @param webBase such as 'https://vault.example.com' */
export const linkAddress = (webBase: string, kind: LinkType, token: string): string =>
  `${webBase}/${PREFIX[kind]}/${token}`;

/** The URL of a stored link. */
export const addressOf = (
  { kind, tokenSealed }: Pick<LinkRow, 'kind' | 'tokenSealed'>,
  { webBase, sealer }: { webBase: string; sealer: Sealer },
): string => linkAddress(webBase, kind, sealer.open(tokenSealed));

/** USE-18: the URL of a link's details for signed-in users. */
export const linkDetailsAddress = (
  webBase: string,
  { recordId, id }: Pick<LinkRow, 'recordId' | 'id'>,
): string => `${webBase}/vault?record=${recordId}&tab=2&link=${id}`;
