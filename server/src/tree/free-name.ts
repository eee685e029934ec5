import { MAX_FOLDER_NAME, MAX_TEXT, type NameKind } from '@vault/contract';

/** A name that somebody wants in a folder. */
export interface NameClaim {
  parentId: string;
  kind: NameKind;
  name: string;
}

/**
 * A name with a number, as it is given when the name itself is taken (contract 9.6): `name (1).ext`. The number
 * stands before a file's last extension; a leading dot is no extension, and a folder has none. A name that would be
 * longer than allowed is shortened before the number.
 * @param number from 1
 */
export function numberedName(name: string, kind: NameKind, number: number): string {
  const longest = kind === 'folder' ? MAX_FOLDER_NAME : MAX_TEXT;
  const suffix = ` (${number})`;
  const { stem, extension } = partsOf(name, kind);
  const room = longest - suffix.length - extension.length;
  // An extension that leaves no room is no extension to keep.
  if (room < 1) return `${cut(name, longest - suffix.length)}${suffix}`;
  return `${cut(stem, room)}${suffix}${extension}`;
}

/** @returns the extension with its dot, '' when there is none */
function partsOf(name: string, kind: NameKind): { stem: string; extension: string } {
  const dot = kind === 'file' ? name.lastIndexOf('.') : -1;
  return dot > 0 ? { stem: name.slice(0, dot), extension: name.slice(dot) } : { stem: name, extension: '' };
}

/** At most so many UTF-16 units, and no half of a character at the end. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHalf ? length - 1 : length);
}
