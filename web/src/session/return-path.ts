import { HOME } from '../shared/index.ts';

/**
 * Returns the path to open after a sign-in (AUTH-03). That is `from` if it is a path of the vault. If it leads to
 * another site or back to the sign-in page, the start page opens.
 * @param from path and query from the address of the sign-in page
 */
export function returnPath(from: string | undefined): string {
  if (from === undefined || !/^\/(?![/\\])/.test(from)) return HOME;
  const url = new URL(from, 'http://vault.invalid');
  // Removing the dots of '/.//elsewhere' results in '//elsewhere', which is another site.
  const isOurs = url.host === 'vault.invalid' && !/^\/(\/|login(\/|$))/.test(url.pathname);
  return isOurs ? url.pathname + url.search : HOME;
}
