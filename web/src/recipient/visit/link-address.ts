/** The purpose of a link: to view and download files, or to submit files. */
export type LinkPurpose = 'share' | 'request';

/**
 * Returns the link that the address of a page names: `/s/{token}` or `/r/{token}` (RECIP-01).
 * @param pathname percent-encoded, as in `location`
 * @returns null for any other address
 */
export function linkAddressOf(pathname: string): { purpose: LinkPurpose; token: string } | null {
  const [, kind, encoded] = /^\/([sr])\/([^/]+)\/?$/.exec(pathname) ?? [];
  if (encoded === undefined) return null;
  try {
    return { purpose: kind === 'r' ? 'request' : 'share', token: decodeURIComponent(encoded) };
  } catch {
    return null;
  }
}
