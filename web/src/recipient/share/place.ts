/** Where in a share somebody is: a folder, and the file that is looked at. */
export interface Place {
  /** D-06, inside the share; '' for all that is shared */
  path: string;
  /** the externalId of the file in the preview */
  view: string | null;
}

/**
 * Reads a place from an address: `#/Tax/2024?view=<id>`. It stands behind the hash, so that no names of folders get
 * into the logs of servers.
 */
export function placeOf(hash: string): Place {
  const [encoded = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  return { path: decoded(encoded), view: new URLSearchParams(query).get('view') };
}

/** The hash of a place; '#' for the beginning. */
export function hashOf({ path, view }: Place): string {
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
 * The way to a folder of a share.
 * @param linkName the name of the link: of a single shared folder it is that folder's, which then stands first
 */
export function crumbsOf(path: string, linkName: string): Crumb[] {
  const names = path === '' ? [] : path.split('/');
  const crumbs = names.map((name, index) => ({ name, path: names.slice(0, index + 1).join('/') }));
  return names[0] === linkName ? crumbs : [{ name: linkName, path: '' }, ...crumbs];
}
