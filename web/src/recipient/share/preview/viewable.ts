import { isSheet, previewKindOf, type Item } from '@vault/contract';

/**
 * Returns whether a file type has a preview; A file that is too large has one too: it shows a message when it is opened
 * (PREVIEW-33).
 */
export const isViewable = (item: Pick<Item, 'name' | 'fileType' | 'externalId'>): boolean =>
  item.fileType !== 'folder' &&
  item.externalId !== null &&
  (isSheet(item.name) || previewKindOf(item.name) !== 'other');
