import { MAX_FOLDER_NAME, MAX_TEXT } from './limits.ts';
import { Messages, type MessageText } from './messages.ts';

/** Which characters names may have: the specification's set, or letters of every language (contract 10.20). */
export const NAME_CHARACTERS = ['spec', 'unicode'] as const;
export type NameCharacters = (typeof NAME_CHARACTERS)[number];
/** The setting of C15 that tells them. */
export const NAME_CHARACTERS_SETTING = { name: 'fileSystem', key: 'nameCharacters' };
export type NameKind = 'file' | 'folder';

/** NAME-01: the whole set; a full stop belongs to it, a slash does not. */
const SPEC_NAME = /^[A-Za-z0-9 _\-.#!$%&'()+,=~]*$/;
/** Contract 10.20: control, format (bidi) and private characters, surrogates, separators of paths stay refused. */
const UNSAFE_UNICODE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}/\\:*?"<>|]/u;
const ONLY_DOTS = /^\.+$/;

/**
 * How a name is stored and compared: trimmed, and in NFC where letters of every language are allowed
 * (FOLDER-04, contract 10.5 and 10.20).
 */
export function normalizeName(name: string, characters: NameCharacters = 'spec'): string {
  return characters === 'unicode' ? name.trim().normalize('NFC') : name.trim();
}

export type NameProblem = MessageText<
  'nameRequired' | 'nameCharacters' | 'nameUnsafe' | 'folderNameTooLong' | 'fileNameTooLong'
>;

/** What is wrong with the characters of a normalized name (E2, NAME-10); null when nothing is. */
export function characterProblem(name: string, characters: NameCharacters = 'spec'): NameProblem | null {
  if (ONLY_DOTS.test(name)) return Messages.nameCharacters;
  if (characters === 'spec' && !SPEC_NAME.test(name)) return Messages.nameCharacters;
  if (characters === 'unicode' && UNSAFE_UNICODE.test(name)) return Messages.nameUnsafe;
  return null;
}

/**
 * What is wrong with a normalized name, as the exact message for the person; null when it may be used.
 * Checked in this order: empty (E1), characters (E2, NAME-10), length (P3).
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
 * The lower-case extension without its dot, '' when there is none.
 * A leading dot is no extension: '.env' has none (contract 10.6).
 */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}

/**
 * A name with a number, as it is given when the name itself is taken (contract 10.6): `name (1).ext`. The number
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

/** Letters whose usual spelling in plain letters is not the letter without its mark. */
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
 * A name that may be used in place of one that may not (USE-08): `ä` becomes `ae`, `é` becomes `e`, any other forbidden
 * character `-`; too long a name is cut before its extension.
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
