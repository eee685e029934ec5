import type { Item } from '@vault/contract';

/** Returns whether an item of a list is a folder. */
export function isFolder({ fileType }: Pick<Item, 'fileType'>): boolean {
  return fileType === 'folder';
}
