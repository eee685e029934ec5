import { MAX_FOLDER_NAME, MAX_TEXT } from './limits.ts';
import { Messages } from './messages.ts';

/** Which characters names may have: the specification's set, or letters of every language (contract 9.20). */
export type NameCharacters = 'spec' | 'unicode';
/** The setting of C15 that tells them. */
export const NAME_CHARACTERS_SETTING = { name: 'fileSystem', key: 'nameCharacters' };
export type NameKind = 'file' | 'folder';

/** NAME-01: the whole set; a full stop belongs to it, a slash does not. */
const SPEC_NAME = /^[A-Za-z0-9 _\-.#!$%&'()+,=~]*$/;
/** Contract 9.20: control, format (bidi) and private characters, surrogates, separators of paths stay refused. */
const UNSAFE_UNICODE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}/\\:*?"<>|]/u;
const ONLY_DOTS = /^\.+$/;

/**
 * How a name is stored and compared: trimmed, and in NFC where letters of every language are allowed
 * (FOLDER-04, contract 9.5 and 9.20).
 */
export function normalizeName(name: string, characters: NameCharacters = 'spec'): string {
  return characters === 'unicode' ? name.trim().normalize('NFC') : name.trim();
}

/**
 * What is wrong with a normalized name, as the exact message for the person; null when it may be used.
 * Checked in this order: empty (E1), characters and dots only (E2, NAME-10), length (P3).
 */
export function nameProblem(
  name: string,
  kind: NameKind,
  characters: NameCharacters = 'spec',
): string | null {
  if (name === '') return Messages.nameRequired;
  if (ONLY_DOTS.test(name)) return Messages.nameCharacters;
  if (characters === 'spec' && !SPEC_NAME.test(name)) return Messages.nameCharacters;
  if (characters === 'unicode' && UNSAFE_UNICODE.test(name)) return Messages.nameUnsafe;
  if (kind === 'folder' && name.length > MAX_FOLDER_NAME) return Messages.folderNameTooLong;
  if (kind === 'file' && name.length > MAX_TEXT) return Messages.fileNameTooLong;
  return null;
}

/**
 * The lower-case extension without its dot, '' when there is none.
 * A leading dot is no extension: '.env' has none (contract 9.6).
 */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}
