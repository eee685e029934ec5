import type { LinkType } from '@vault/contract';
import type { Sealer } from '../platform/tokens/index.ts';
import type { LinkRow } from './link.queries.ts';

const PREFIX: Record<LinkType, string> = { SHARE: 's', REQUEST: 'r' };

/** RECIP-01: the address that people open. @param webBase such as 'https://vault.example.com' */
export const linkAddress = (webBase: string, kind: LinkType, token: string): string =>
  `${webBase}/${PREFIX[kind]}/${token}`;

/** The address of a stored link. */
export const addressOf = (
  { kind, tokenSealed }: Pick<LinkRow, 'kind' | 'tokenSealed'>,
  { webBase, sealer }: { webBase: string; sealer: Sealer },
): string => linkAddress(webBase, kind, sealer.open(tokenSealed));

/** USE-18: where a signed-in person sees the details of a link. */
export const linkDetailsAddress = (
  webBase: string,
  { recordId, id }: Pick<LinkRow, 'recordId' | 'id'>,
): string => `${webBase}/vault?record=${recordId}&tab=2&link=${id}`;
