import { MAX_PEOPLE_CSV } from '@vault/contract';
import { expect, test } from 'vitest';
import { readCsvFile } from './read-csv-file.ts';

const fileOf = (...parts: BlobPart[]) => new File(parts, 'people.csv');
const CSV = 'name,email\nZoë Müller,zoe@example.test\n';

test.each([
  ['UTF-8', new TextEncoder().encode(CSV)],
  ['UTF-8 with a byte order mark', new TextEncoder().encode(`\uFEFF${CSV}`)],
  ['UTF-16, as Excel saves Unicode text', new Uint8Array(Buffer.from(`\uFEFF${CSV}`, 'utf16le'))],
  ['windows-1252, as Excel saves CSV', new Uint8Array(Buffer.from(CSV, 'latin1'))],
])('DESK-02 a CSV file is read in %s', async (_, bytes) => {
  expect(await readCsvFile(fileOf(bytes))).toBe(CSV);
});

test('DESK-02 a file that is too large is refused, a much larger one without reading it', async () => {
  const tooLarge = 'The file is too large. Split it into several files.';
  await expect(readCsvFile(fileOf('x'.repeat(MAX_PEOPLE_CSV + 1)))).rejects.toThrow(tooLarge);
  const huge = fileOf('x'.repeat(3 * MAX_PEOPLE_CSV + 1));
  huge.arrayBuffer = () => Promise.reject(new Error('was read'));
  await expect(readCsvFile(huge)).rejects.toThrow(tooLarge);
});

test('DESK-02 a file that the browser cannot read is refused', async () => {
  const locked = fileOf(CSV);
  locked.arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'));
  await expect(readCsvFile(locked)).rejects.toThrow(
    'The file could not be read. Close it in other programs, and choose it again.',
  );
});
