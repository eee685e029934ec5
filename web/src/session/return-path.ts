const HOME = '/vault';

/**
 * Where to go after signing in (AUTH-03): the former place, if it is one of our own.
 * Anything that could lead to another site, or back to the sign-in page, is the vault's start.
 * @param from path and query, as the sign-in page's address carries it
 */
export function returnPath(from: string | undefined): string {
  if (from === undefined || !/^\/(?![/\\])/.test(from)) return HOME;
  const url = new URL(from, 'http://vault.invalid');
  // '/.//elsewhere' becomes '//elsewhere', which is another site, only when its dots are taken out.
  const isOurs = url.host === 'vault.invalid' && !/^\/(\/|login(\/|$))/.test(url.pathname);
  return isOurs ? url.pathname + url.search : HOME;
}
