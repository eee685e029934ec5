import type { CallData, contract, Version } from '@vault/contract';
import { receiptTexts } from './texts.ts';

export type Receipt = CallData<typeof contract.versions.receipt>;

/** Returns the lines of a receipt: the stored version, and the checksums that identify its bytes. */
export function receiptRows(
  fileName: string,
  { versionId, createDate, uploadedBy }: Version,
  { sha256, crc32, size }: Receipt,
): [label: string, value: string][] {
  return [
    [receiptTexts.fileName, fileName],
    [receiptTexts.versionId, versionId],
    // The time is not formatted (ISO 8601 in UTC), so that it is the same for all readers.
    [receiptTexts.uploaded, createDate],
    [receiptTexts.uploadedBy, uploadedBy],
    [receiptTexts.size, receiptTexts.bytes(size)],
    [receiptTexts.sha256, sha256],
    [receiptTexts.crc32, crc32],
  ];
}

/** Returns the receipt as plain text, one line per row. */
export const receiptText = (rows: readonly [label: string, value: string][]): string =>
  rows.map(([label, value]) => `${label}: ${value}`).join('\n');
