import type { WopiClient } from '../platform/wopi/index.ts';

/**
 * GUARD-13: whether the office service may get the original bytes of a file for a visitor. The access token of a window
 * is known to the visitor's browser: without signed calls it would download the file behind a link that allows no
 * download.
 * @param visitor with the rights in force
 */
export const mayGetOriginal = (
  wopi: Pick<WopiClient, 'signsCalls'>,
  { allowDownload }: { allowDownload: boolean },
): boolean => allowDownload || wopi.signsCalls();
