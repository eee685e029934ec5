import type { Part, UploadItem } from '../../upload-queue/index.ts';

/** A line of the list: an item, or a file of an expanded folder (UPLOAD-24). */
export type UploadRow =
  | { kind: 'item'; key: string; item: UploadItem; isExpanded: boolean }
  | { kind: 'part'; key: string; item: UploadItem; part: Part; partIndex: number };

/** Returns the lines in order: the files of an expanded folder follow it. */
export function rowsOf(items: readonly UploadItem[], expanded: ReadonlySet<string>): UploadRow[] {
  const rows: UploadRow[] = [];
  for (const item of items) {
    const isExpanded = item.kind === 'folder' && expanded.has(item.id);
    rows.push({ kind: 'item', key: item.id, item, isExpanded });
    if (!isExpanded) continue;
    for (const [partIndex, part] of item.parts.entries()) {
      rows.push({ kind: 'part', key: `${item.id}/${partIndex}`, item, part, partIndex });
    }
  }
  return rows;
}
