import type { Item } from '@vault/contract';

export function isFolder(item: Item): boolean {
  return item.fileType === 'folder';
}

/** FILES-25, FILES-40: how many versions a file has; '-' for a folder. */
export function versionText(item: Item): string {
  return isFolder(item) ? '-' : `${item.versionCount}`;
}
