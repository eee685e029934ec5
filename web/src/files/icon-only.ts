/** Below this width of the toolbar some commands are only icons, in CSS pixels (USE-12). */
const NARROW = 900;

/** Below this width only Upload has a label, in CSS pixels (USE-46). */
const PHONE = 600;

/**
 * Returns whether the button of a command has only an icon in a narrow toolbar. While rows are selected, the share and
 * download buttons of the folder have only icons, because they are disabled (T-66).
 */
export function isIconOnly(id: string, width: number, hasSelection: boolean): boolean {
  if (width >= NARROW) return false;
  if (width < PHONE) return id !== 'upload';
  return id === 'refresh' || (hasSelection && (id === 'share-folder' || id === 'download-folder'));
}
