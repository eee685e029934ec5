import type { CallData, contract, Version } from '@vault/contract';

export type Receipt = CallData<typeof contract.versions.receipt>;

/** The lines of a receipt: what was stored, and by which sums its bytes can be told from all others. */
export function receiptRows(
  fileName: string,
  { versionId, createDate, uploadedBy }: Version,
  { sha256, crc32, size }: Receipt,
): [label: string, value: string][] {
  return [
    ['File name', fileName],
    ['Version ID', versionId],
    // In one zone and form for everybody, as a proof wants it (ISO 8601).
    ['Uploaded', createDate],
    ['Uploaded by', uploadedBy],
    ['Size', `${size} bytes`],
    ['SHA-256', sha256],
    ['CRC-32', crc32],
  ];
}

/** The receipt as plain text, a line for each row. */
export const receiptText = (rows: readonly [label: string, value: string][]): string =>
  rows.map(([label, value]) => `${label}: ${value}`).join('\n');
