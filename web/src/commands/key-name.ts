/** The fields of a keyboard event that name its key. */
export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/**
 * Returns the name of a key with its modifiers: 'F2', 'Space', 'Shift+F10', 'Mod+C'. Mod is Control, or the Command key
 * on a Mac. Letters are capitals, so that Caps Lock has no effect.
 */
export function keyOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string {
  const name = key === ' ' ? 'Space' : key;
  return [
    ctrlKey || metaKey ? 'Mod+' : '',
    altKey ? 'Alt+' : '',
    shiftKey ? 'Shift+' : '',
    name.length === 1 ? name.toUpperCase() : name,
  ].join('');
}
