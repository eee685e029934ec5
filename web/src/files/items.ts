import type { Item } from '@vault/contract';
import { isFolder } from '../tree/index.ts';

/** FILES-25, FILES-40: the number of versions of a file; '-' for a folder. */
export function versionText(item: Item): string {
  return isFolder(item) ? '-' : `${item.versionCount}`;
}
