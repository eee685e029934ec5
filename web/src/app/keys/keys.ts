/** One line of the panel of keys. */
export interface KeyLine {
  /** alternatives; each is a key combination in the form of `keyOf`: 'Mod+A' */
  keys: readonly string[];
  does: string;
}

export interface KeyGroup {
  title: string;
  lines: readonly KeyLine[];
}

/** USE-49: the keys of the vault, with their place and effect. */
export const KEY_GROUPS: readonly KeyGroup[] = [
  {
    title: 'Everywhere',
    lines: [
      { keys: ['?'], does: 'Show this list' },
      { keys: ['/'], does: 'Search' },
      { keys: ['Escape'], does: 'Close the dialog, menu or preview' },
    ],
  },
  {
    title: 'In the list',
    lines: [
      { keys: ['ArrowUp', 'ArrowDown'], does: 'Go to another row' },
      { keys: ['Home', 'End'], does: 'Go to the first or last row' },
      { keys: ['Enter'], does: 'Open the folder or file' },
      { keys: ['Space'], does: 'Preview the file, or select the row' },
      { keys: ['Shift+ArrowUp', 'Shift+ArrowDown'], does: 'Select more rows' },
      { keys: ['Mod+A'], does: 'Select all rows' },
      { keys: ['Escape'], does: 'Select no row' },
      { keys: ['Shift+F10'], does: 'Open the menu of the row' },
    ],
  },
  {
    title: 'Files and folders',
    lines: [
      { keys: ['F2'], does: 'Rename' },
      { keys: ['Delete'], does: 'Move to the trash' },
      { keys: ['Mod+C', 'Mod+X'], does: 'Copy or cut' },
      { keys: ['Mod+V'], does: 'Paste into the open folder' },
      { keys: ['Mod+Z'], does: 'Undo the last change' },
    ],
  },
  {
    title: 'In the folders',
    lines: [
      { keys: ['ArrowUp', 'ArrowDown'], does: 'Go to another folder' },
      { keys: ['ArrowLeft', 'ArrowRight'], does: 'Fold or unfold' },
      { keys: ['Enter'], does: 'Open the folder' },
    ],
  },
  {
    title: 'In the preview',
    lines: [
      { keys: ['ArrowLeft', 'ArrowRight'], does: 'Show the file before or after' },
      { keys: ['+', '-'], does: 'Zoom' },
      { keys: ['0'], does: 'Fit into the window' },
      { keys: ['PageUp', 'PageDown'], does: 'Turn the page' },
      { keys: ['Space', 'Escape'], does: 'Close the preview' },
      { keys: ['Mod+S'], does: 'Save the text that is edited' },
    ],
  },
];

const CAPS: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Delete: 'Del',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
};

/**
 * Returns the key caps of a combination, as printed on a keyboard.
 * @param combination in the form of `keyOf`
 * @param isMac Mod is the Command key there
 */
export function capsOf(combination: string, isMac: boolean): string[] {
  const names = combination.length === 1 ? [combination] : combination.split('+');
  return names.map((name) => {
    if (name === 'Mod') return isMac ? '⌘' : 'Ctrl';
    return CAPS[name] ?? name;
  });
}
