import { isSheet, Messages, previewKindOf, type Abilities, type Item } from '@vault/contract';

type Action = 'view' | 'edit';
type OpenedFile = Pick<Item, 'name' | 'sizeLimitFlag' | 'viewable' | 'editable'>;

/** What happens when a file is to be looked at or edited. */
export type Opening =
  /** in the modal */
  | { way: 'here' }
  /** in a window of Office online */
  | { way: 'online' }
  /** refused with the Notification modal (PREVIEW-04) */
  | { way: 'limit'; message: string }
  /** refused with a toast, as the name tells it beforehand (PREVIEW-10, T-23) */
  | { way: 'unsupported' };

/** PREVIEW-04 … PREVIEW-10, PREVIEW-21, PREVIEW-22, PREVIEW-32, PREVIEW-33 */
export function openingOf(file: OpenedFile, action: Action): Opening {
  const kind = previewKindOf(file.name);
  if (kind === 'other' && !(isSheet(file.name) && action === 'view')) return { way: 'unsupported' };
  if (file.sizeLimitFlag) return { way: 'limit', message: limitMessage(file.name, action) };
  const isOnline = kind === 'office' && (action === 'edit' || file.viewable);
  return { way: isOnline ? 'online' : 'here' };
}

/** PREVIEW-05, PREVIEW-06: 'edit or' stands where editing is concerned, as it always is for Office files. */
export function limitMessage(name: string, action: Action): string {
  const concernsEditing = action === 'edit' || previewKindOf(name) === 'office';
  return concernsEditing ? Messages.officeTooLarge : Messages.previewTooLarge;
}

/** PREVIEW-20, MENU-05, MENU-06: Office files where the server says so; texts are edited here (C62). */
export function isEditable(
  file: Pick<Item, 'name' | 'editable'>,
  { edit }: Pick<Abilities, 'edit'>,
): boolean {
  return edit && (file.editable || previewKindOf(file.name) === 'txt');
}
