import { isSheet, previewKindOf, type Item } from '@vault/contract';

/** Whether a file has a preview at all; one that is too large for it says so when it is opened (PREVIEW-33). */
export const isViewable = (item: Pick<Item, 'name' | 'fileType' | 'externalId'>): boolean =>
  item.fileType !== 'folder' &&
  item.externalId !== null &&
  (isSheet(item.name) || previewKindOf(item.name) !== 'other');
