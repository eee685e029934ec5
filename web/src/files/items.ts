import type { Item } from '@vault/contract';
import { isFolder } from '../tree/index.ts';

/** FILES-25, FILES-40: how many versions a file has; '-' for a folder. */
export function versionText(item: Item): string {
  return isFolder(item) ? '-' : `${item.versionCount}`;
}
