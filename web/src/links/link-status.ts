import type { LinkStatus, SharedLink } from '@vault/contract';
import { linkMakerTexts, linkTargetTexts } from './texts.ts';

/** LINKS-15: the colour of the tag for each status. */
export const STATUS_COLOURS: Record<LinkStatus, 'green' | 'grey' | 'red'> = {
  Active: 'green',
  Expired: 'grey',
  Deleted: 'red',
};

/**
 * GUARD-11, USE-16: returns why a link gives nothing, whatever its status; null for a working link, and for a deleted
 * one, which gives nothing anyway.
 */
export function obstacleOf({
  deleted,
  makerState,
  targetState,
  createBy,
}: Pick<SharedLink, 'deleted' | 'makerState' | 'targetState' | 'createBy'>): {
  label: string;
  hint: string;
} | null {
  if (deleted) return null;
  if (makerState !== undefined) {
    const { label, hint } = linkMakerTexts[makerState];
    return { label, hint: hint(createBy) };
  }
  return targetState === undefined ? null : linkTargetTexts[targetState];
}
