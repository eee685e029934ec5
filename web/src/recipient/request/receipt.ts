import { formatBytes, type Landing, type UploadReceiptEntry } from '@vault/contract';
import type { Reply, CallInput } from '../visit/client.ts';
import { receiptLineTexts } from './texts.ts';

type AskReceipt = (input: CallInput) => Promise<Reply<'uploadReceipt'>>;
const PAGE_SIZE = 100;

/**
 * Loads all entries of the visit's receipt (C64), page by page.
 * @throws CallError; the signal's reason when aborted
 */
export async function wholeReceipt(ask: AskReceipt, signal: AbortSignal): Promise<UploadReceiptEntry[]> {
  const entries: UploadReceiptEntry[] = [];
  for (let page = 0; ; page += 1) {
    const { content } = await ask({ query: { page, size: PAGE_SIZE }, signal });
    entries.push(...content);
    if (content.length < PAGE_SIZE) return entries;
  }
}

/** Merges known and loaded entries. A receipt covers one visit, and a page can be open during several visits. */
export function mergedReceipt(
  known: readonly UploadReceiptEntry[],
  received: readonly UploadReceiptEntry[],
): UploadReceiptEntry[] {
  const byKey = new Map([...known, ...received].map((entry) => [keyOf(entry), entry]));
  return [...byKey.values()];
}

export const keyOf = ({ name, sha256, receivedAt }: UploadReceiptEntry) => `${receivedAt} ${sha256} ${name}`;

/** Returns the receipt as text, with times in UTC (ISO 8601). */
export function receiptText(
  landing: Pick<Landing, 'name' | 'brand'>,
  entries: readonly UploadReceiptEntry[],
) {
  const lines = entries.flatMap(({ name, size, sha256, receivedAt }) => [
    '',
    receiptLineTexts.fileName(name),
    receiptLineTexts.size(size, formatBytes(size)),
    receiptLineTexts.sha256(sha256),
    receiptLineTexts.received(receivedAt),
  ]);
  const head = [
    receiptLineTexts.of(landing.brand.name),
    receiptLineTexts.sentTo(landing.name),
    receiptLineTexts.files(entries.length),
  ];
  return `${[...head, ...lines].join('\n')}\n`;
}
