import { extensionOf, MAX_TEXT, type NameCharacters, nameProblem, normalizeName } from '@vault/contract';

/** Splits a file name: the extension is '.docx' with its dot, '' when there is none (contract 10.6). */
export function partsOf(name: string): { stem: string; extension: string } {
  const { length } = extensionOf(name);
  if (length === 0) return { stem: name, extension: '' };
  return { stem: name.slice(0, -length - 1), extension: name.slice(-length - 1) };
}

/** The maximum length of a name before its extension. */
export const longestStem = (extension: string): number => MAX_TEXT - extension.length;

/**
 * The allowed name that is closest to a wanted one (WOPI, X-WOPI-SuggestedTarget): letters lose their accents and other
 * characters become '_'; the extension stays.
 * @param fallback the name when no character is left
 */
export function allowedName(wanted: string, fallback: string, characters: NameCharacters): string {
  const name = normalizeName(wanted.toWellFormed(), characters);
  if (nameProblem(name, 'file', characters) === null) return name;
  const { stem, extension } = partsOf(name);
  const end = allowedText(extension, characters).slice(0, MAX_TEXT / 2);
  const start = allowedText(stem, characters).trim().slice(0, longestStem(end)).toWellFormed().trim();
  const joined = normalizeName(
    `${/^[._ ]*$/.test(start) ? partsOf(fallback).stem : start}${end}`,
    characters,
  );
  return nameProblem(joined, 'file', characters) === null ? joined : fallback;
}

function allowedText(text: string, characters: NameCharacters): string {
  const plain = characters === 'spec' ? text.normalize('NFKD').replaceAll(/\p{M}+/gu, '') : text;
  // Several forbidden characters in a row become one underscore.
  return [...plain]
    .map((sign) => (nameProblem(`a${sign}a`, 'file', characters) === null ? sign : '\0'))
    .join('')
    .replaceAll(/\0+/g, '_');
}
