import { type NameCharacters, nameProblem, normalizeName } from '@vault/contract';
import { pendingFilesTexts } from '../texts.ts';

const EXTENSION = '.pdf';

/** Returns the proposed name of a PDF of photos, without extension: 'Photos 2026-11-22', in local time. */
export function proposedPdfName(now: Date): string {
  const two = (number: number) => `${number}`.padStart(2, '0');
  return pendingFilesTexts.proposedPdfName(
    `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`,
  );
}

/**
 * Checks the typed name of a PDF.
 * @returns the file name with its extension, or the message for the person when the name is not allowed
 */
export function pdfNameOf(
  typed: string,
  characters: NameCharacters,
): { name: string; problem: null } | { name: null; problem: string } {
  const name = normalizeName(typed, characters);
  const isWhole = name.toLowerCase().endsWith(EXTENSION);
  const stem = isWhole ? name.slice(0, -EXTENSION.length) : name;
  const problem = nameProblem(stem.trim() === '' ? '' : `${stem}${EXTENSION}`, 'file', characters);
  return problem === null ? { name: `${stem}${EXTENSION}`, problem } : { name: null, problem };
}
