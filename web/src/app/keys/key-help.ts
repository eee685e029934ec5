import { keyCapTexts, keyGroupTexts } from './texts.ts';

/** One line of the panel that lists the keys. */
export interface KeyLine {
  /** alternative key combinations, each in the form of `keyOf`, such as 'Mod+A' */
  keys: readonly string[];
  does: string;
}

export interface KeyGroup {
  title: string;
  lines: readonly KeyLine[];
}

const { everywhere, list, items, folders, preview } = keyGroupTexts;

/** USE-49: the keys of the vault in groups, each key with its effect. */
export const KEY_GROUPS: readonly KeyGroup[] = [
  {
    title: everywhere.title,
    lines: [
      { keys: ['?'], does: everywhere.help },
      { keys: ['/'], does: everywhere.search },
      { keys: ['Escape'], does: everywhere.close },
    ],
  },
  {
    title: list.title,
    lines: [
      { keys: ['ArrowUp', 'ArrowDown'], does: list.row },
      { keys: ['Home', 'End'], does: list.ends },
      { keys: ['Enter'], does: list.open },
      { keys: ['Space'], does: list.preview },
      { keys: ['Shift+ArrowUp', 'Shift+ArrowDown'], does: list.selectMore },
      { keys: ['Mod+A'], does: list.selectAll },
      { keys: ['Escape'], does: list.selectNone },
      { keys: ['Shift+F10'], does: list.menu },
    ],
  },
  {
    title: items.title,
    lines: [
      { keys: ['F2'], does: items.rename },
      { keys: ['Delete'], does: items.trash },
      { keys: ['Mod+C', 'Mod+X'], does: items.clip },
      { keys: ['Mod+V'], does: items.paste },
      { keys: ['Mod+Z'], does: items.undo },
    ],
  },
  {
    title: folders.title,
    lines: [
      { keys: ['ArrowUp', 'ArrowDown'], does: folders.folder },
      { keys: ['ArrowLeft', 'ArrowRight'], does: folders.fold },
      { keys: ['Enter'], does: folders.open },
    ],
  },
  {
    title: preview.title,
    lines: [
      { keys: ['ArrowLeft', 'ArrowRight'], does: preview.file },
      { keys: ['+', '-'], does: preview.zoom },
      { keys: ['0'], does: preview.fit },
      { keys: ['PageUp', 'PageDown'], does: preview.page },
      { keys: ['Space', 'Escape'], does: preview.close },
      { keys: ['Mod+S'], does: preview.save },
    ],
  },
];

const CAPS: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  ...keyCapTexts,
};

/**
 * Returns the key caps of a combination, as printed on a keyboard.
 * @param combination in the form of `keyOf`
 * @param isMac on a Mac, Mod is the Command key
 */
export function capsOf(combination: string, isMac: boolean): string[] {
  const names = combination.length === 1 ? [combination] : combination.split('+');
  return names.map((name) => {
    if (name === 'Mod') return isMac ? '⌘' : (CAPS['Control'] ?? name);
    return CAPS[name] ?? name;
  });
}
