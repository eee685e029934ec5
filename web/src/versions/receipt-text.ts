import type { CallData, contract, Version } from '@vault/contract';

export type Receipt = CallData<typeof contract.versions.receipt>;

/** Returns the lines of a receipt: the stored version, and the checksums that identify its bytes. */
export function receiptRows(
  fileName: string,
  { versionId, createDate, uploadedBy }: Version,
  { sha256, crc32, size }: Receipt,
): [label: string, value: string][] {
  return [
    ['File name', fileName],
    ['Version ID', versionId],
    // One time zone and format for all readers (ISO 8601).
    ['Uploaded', createDate],
    ['Uploaded by', uploadedBy],
    ['Size', `${size} bytes`],
    ['SHA-256', sha256],
    ['CRC-32', crc32],
  ];
}

/** Returns the receipt as plain text, one line per row. */
export const receiptText = (rows: readonly [label: string, value: string][]): string =>
  rows.map(([label, value]) => `${label}: ${value}`).join('\n');
