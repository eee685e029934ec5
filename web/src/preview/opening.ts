import { isSheet, Messages, previewKindOf, type Abilities, type Item } from '@vault/contract';

type Action = 'view' | 'edit';
type OpenedFile = Pick<Item, 'name' | 'sizeLimitFlag' | 'viewable' | 'editable'>;

/** How a file opens for viewing or editing. */
export type Opening =
  /** opens in the preview modal */
  | { way: 'here' }
  /** opens in a window of Office online */
  | { way: 'online' }
  /** is refused with the Notification modal (PREVIEW-04) */
  | { way: 'limit'; message: string }
  /** is refused with a toast, because of the extension of its name (PREVIEW-10, T-23) */
  | { way: 'unsupported' };

/** Returns how a file opens (PREVIEW-04 … PREVIEW-10, PREVIEW-21, PREVIEW-22, PREVIEW-32, PREVIEW-33). */
export function openingOf(file: OpenedFile, action: Action): Opening {
  const kind = previewKindOf(file.name);
  if (kind === 'other' && !(isSheet(file.name) && action === 'view')) return { way: 'unsupported' };
  if (file.sizeLimitFlag) return { way: 'limit', message: limitMessage(file.name, action) };
  const isOnline = kind === 'office' && (action === 'edit' || file.viewable);
  return { way: isOnline ? 'online' : 'here' };
}

/**
 * PREVIEW-05, PREVIEW-06: returns the message for a file over the limit. It contains 'edit or' for editing, and always
 * for Office files.
 */
export function limitMessage(name: string, action: Action): string {
  const concernsEditing = action === 'edit' || previewKindOf(name) === 'office';
  return concernsEditing ? Messages.officeTooLarge : Messages.previewTooLarge;
}

/**
 * PREVIEW-20, MENU-05, MENU-06: returns whether a file can be edited. Office files can when the server allows it; texts
 * are edited in the modal (C62).
 */
export function isEditable(
  file: Pick<Item, 'name' | 'editable'>,
  { edit }: Pick<Abilities, 'edit'>,
): boolean {
  return edit && (file.editable || previewKindOf(file.name) === 'txt');
}
