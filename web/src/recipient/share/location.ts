/** The open folder of a share, and the previewed file. */
export interface ShareLocation {
  /** path of the folder inside the share (D-06); '' for everything that is shared */
  path: string;
  /** externalId of the previewed file */
  view: string | null;
}

/**
 * Reads a location from an address: `#/Tax/2024?view=<id>`. Locations are in the hash, because browsers do not send it,
 * so folder names do not appear in server logs.
 */
export function locationOf(hash: string): ShareLocation {
  const [encoded = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  return { path: decoded(encoded), view: new URLSearchParams(query).get('view') };
}

/** Returns the hash of a location; '#' for the root. */
export function hashOf({ path, view }: ShareLocation): string {
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  const query = view === null ? '' : `?view=${encodeURIComponent(view)}`;
  return `#${encoded === '' ? '' : '/'}${encoded}${query}`;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}

export interface Crumb {
  name: string;
  path: string;
}

/**
 * Returns the entries of the path to a folder of a share.
 * @param linkName the name of the link, which is the first entry; for a share of a single folder it is the name of that
 * folder
 */
export function crumbsOf(path: string, linkName: string): Crumb[] {
  const names = path === '' ? [] : path.split('/');
  const crumbs = names.map((name, index) => ({ name, path: names.slice(0, index + 1).join('/') }));
  return names[0] === linkName ? crumbs : [{ name: linkName, path: '' }, ...crumbs];
}
