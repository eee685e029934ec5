/** What is needed of a keyboard event to name its key. */
export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/**
 * The name of a key with what is held down beside it: 'F2', 'Space', 'Shift+F10', 'Mod+C'. Mod is Control, on a Mac
 * the Command key. Letters are capitals, so that Caps Lock changes nothing.
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
