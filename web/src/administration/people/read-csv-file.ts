import { MAX_PEOPLE_CSV } from '@vault/contract';
import { decodeText } from '../../kit/decode-text.ts';
import { importTexts } from '../texts.ts';

/** A letter takes at most three bytes in UTF-8, and two in the other encodings. */
const MOST_BYTES = 3 * MAX_PEOPLE_CSV;

/** A chosen file that cannot be imported. The message is for the person. */
export class CsvFileError extends Error {
  override readonly name = 'CsvFileError';
}

/**
 * Reads a CSV file in one of the encodings of Excel: UTF-8, UTF-16 or windows-1252.
 * @throws CsvFileError when it is too large, or the browser cannot read it
 */
export async function readCsvFile(file: File): Promise<string> {
  if (file.size > MOST_BYTES) throw new CsvFileError(importTexts.tooLarge);
  const bytes = await file.arrayBuffer().catch(() => {
    throw new CsvFileError(importTexts.unreadable);
  });
  const csv = decodeText(new Uint8Array(bytes));
  if (csv.length > MAX_PEOPLE_CSV) throw new CsvFileError(importTexts.tooLarge);
  return csv;
}
