import { MAX_FOLDER_NAME, MAX_TEXT } from './limits.ts';
import { Messages, type MessageText } from './messages.ts';

/** The characters that names may contain: the specification's set, or letters of every language (contract 10.20). */
export const NAME_CHARACTERS = ['spec', 'unicode'] as const;
export type NameCharacters = (typeof NAME_CHARACTERS)[number];
/** The setting of C15 with the allowed characters. */
export const NAME_CHARACTERS_SETTING = { name: 'fileSystem', key: 'nameCharacters' };
export type NameKind = 'file' | 'folder';

/** NAME-01: all allowed characters. The full stop is one of them, the slash is not. */
const SPEC_NAME = /^[A-Za-z0-9 _\-.#!$%&'()+,=~]*$/;
/** Contract 10.20: control, format (bidi) and private characters, surrogates and path separators are refused. */
const UNSAFE_UNICODE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}/\\:*?"<>|]/u;
const ONLY_DOTS = /^\.+$/;

/**
 * Returns the form in which a name is stored and compared: trimmed, and in NFC where letters of every language are
 * allowed (FOLDER-04, contract 10.5 and 10.20).
 */
export function normalizeName(name: string, characters: NameCharacters = 'spec'): string {
  return characters === 'unicode' ? name.trim().normalize('NFC') : name.trim();
}

export type NameProblem = MessageText<
  'nameRequired' | 'nameCharacters' | 'nameUnsafe' | 'folderNameTooLong' | 'fileNameTooLong'
>;

/** Validates the characters of a normalized name (E2, NAME-10). @returns null when they are allowed */
export function characterProblem(name: string, characters: NameCharacters = 'spec'): NameProblem | null {
  if (ONLY_DOTS.test(name)) return Messages.nameCharacters;
  if (characters === 'spec' && !SPEC_NAME.test(name)) return Messages.nameCharacters;
  if (characters === 'unicode' && UNSAFE_UNICODE.test(name)) return Messages.nameUnsafe;
  return null;
}

/**
 * Validates a normalized name in this order: empty (E1), characters (E2, NAME-10), length (P3).
 * @returns the message for the person; null when the name is allowed
 */
export function nameProblem(
  name: string,
  kind: NameKind,
  characters: NameCharacters = 'spec',
): NameProblem | null {
  if (name === '') return Messages.nameRequired;
  const problem = characterProblem(name, characters);
  if (problem !== null) return problem;
  if (kind === 'folder' && name.length > MAX_FOLDER_NAME) return Messages.folderNameTooLong;
  if (kind === 'file' && name.length > MAX_TEXT) return Messages.fileNameTooLong;
  return null;
}

/**
 * Returns the lower-case extension without its dot, '' when there is none.
 * A leading dot starts no extension: '.env' has none (contract 10.6).
 */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}

/**
 * Returns the numbered name that replaces a taken name (contract 10.6): `name (1).ext`. The number is inserted before a
 * file's last extension; a leading dot starts no extension, and a folder has none. A name that would be too long is
 * shortened before the number.
 * @param number from 1
 */
export function numberedName(name: string, kind: NameKind, number: number): string {
  const longest = kind === 'folder' ? MAX_FOLDER_NAME : MAX_TEXT;
  const suffix = ` (${number})`;
  const { stem, extension } = partsOf(name, kind);
  const room = longest - suffix.length - extension.length;
  // An extension that leaves no room for the stem is not kept.
  if (room < 1) return `${cut(name, longest - suffix.length)}${suffix}`;
  return `${cut(stem, room)}${suffix}${extension}`;
}

/** @returns the extension with its dot, '' when there is none */
function partsOf(name: string, kind: NameKind): { stem: string; extension: string } {
  const dot = kind === 'file' ? name.lastIndexOf('.') : -1;
  return dot > 0 ? { stem: name.slice(0, dot), extension: name.slice(dot) } : { stem: name, extension: '' };
}

/** Cuts a text to at most this many UTF-16 units, without splitting a surrogate pair. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHalf ? length - 1 : length);
}

/** Letters whose usual ASCII spelling is not the letter without its accent. */
const SPELLINGS: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'Ae',
  œ: 'oe',
  Œ: 'Oe',
  ø: 'oe',
  Ø: 'Oe',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ı: 'i',
  '€': 'EUR',
  '£': 'GBP',
  '°': 'deg',
  '…': '...',
  '“': "'",
  '”': "'",
  '„': "'",
  '"': "'",
  '‘': "'",
  '’': "'",
  '‚': "'",
  '@': ' at ',
};
const INVISIBLE = /[\p{Cc}\p{Cf}]/gu;
const MARK = /\p{M}/gu;

/**
 * Returns an allowed name for one that is not allowed (USE-08): `ä` becomes `ae`, `é` becomes `e`, any other forbidden
 * character `-`; a name that is too long is cut before its extension.
 * @returns the normalized name itself when it is allowed; never a name that {@link nameProblem} refuses
 */
export function proposeName(name: string, kind: NameKind, characters: NameCharacters = 'spec'): string {
  const given = normalizeName(name, characters);
  if (nameProblem(given, kind, characters) === null) return given;
  const spelled = [...given.replaceAll(INVISIBLE, '').normalize('NFC')]
    .map((letter) => allowedSpelling(letter, characters))
    .join('')
    .replaceAll(/-{2,}/g, '-');
  const { stem, extension } = partsOf(normalizeName(spelled, characters), kind);
  const hasLetters = /[\p{L}\p{N}]/u.test(stem);
  const fallback = kind === 'file' ? 'File' : 'Folder';
  const named = hasLetters ? `${stem}${extension}` : `${fallback}${extension}`;
  return normalizeName(shortened(named, kind), characters);
}

function allowedSpelling(letter: string, characters: NameCharacters): string {
  const isAllowed = (text: string) =>
    characters === 'spec' ? SPEC_NAME.test(text) : !UNSAFE_UNICODE.test(text);
  if (isAllowed(letter)) return letter;
  const spelling = SPELLINGS[letter] ?? letter.normalize('NFKD').replaceAll(MARK, '');
  return isAllowed(spelling) && spelling !== '' ? spelling : '-';
}

function shortened(name: string, kind: NameKind): string {
  const longest = kind === 'folder' ? MAX_FOLDER_NAME : MAX_TEXT;
  const { stem, extension } = partsOf(name, kind);
  const room = longest - extension.length;
  return room < 1 ? cut(name, longest) : `${cut(stem, room)}${extension}`;
}
