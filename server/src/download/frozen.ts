import { mimeTypeOf } from '@vault/contract';
import * as z from 'zod';
import type { SentContent } from '../access-check/index.ts';
import { contentLayout } from './layout.ts';
import type { Download } from './send.ts';
import { type ZipEntry, zipLayout } from './zip-layout.ts';

/**
 * A download in the state of the request: later changes of the folders do not change it. A schema, because a ticket
 * stores it as JSON.
 */
const fileSchema = z.object({
  kind: z.literal('file'),
  path: z.string(),
  sizeBytes: z.number(),
  crc32: z.number(),
  modifiedAt: z.coerce.date(),
  /** lower-case hex */
  sha256: z.string(),
  fileId: z.string(),
  versionId: z.string(),
});
const folderSchema = z.object({
  kind: z.literal('folder'),
  path: z.string(),
  modifiedAt: z.coerce.date(),
});
/** A file that the vault writes into the archive; it counts for no limit and is no access. */
const textSchema = z.object({
  kind: z.literal('text'),
  path: z.string(),
  text: z.string(),
  modifiedAt: z.coerce.date(),
});
export const frozenEntriesSchema = z.array(
  z.discriminatedUnion('kind', [fileSchema, folderSchema, textSchema]),
);

export type FrozenEntry = z.infer<typeof frozenEntriesSchema>[number];

/** The contents of the files of a frozen download, for the check of their access (GUARD-30). */
export const sentContentsOf = ({ entries }: Pick<FrozenDownload, 'entries'>): SentContent[] =>
  entries.flatMap((entry) =>
    entry.kind === 'file' ? [{ fileId: entry.fileId, sha256: Buffer.from(entry.sha256, 'hex') }] : [],
  );

export interface FrozenDownload {
  recordId: string;
  /** the name of the saved file */
  name: string;
  /** one unchanged file, or a ZIP */
  form: 'file' | 'zip';
  entries: FrozenEntry[];
}

/** The reply of a frozen download: always the same bytes. */
export function downloadOf({ name, form, entries }: FrozenDownload): Download {
  const [only] = entries;
  if (form === 'file' && only?.kind === 'file') {
    const content = { ...only, sha256: Buffer.from(only.sha256, 'hex') };
    return { fileName: name, contentType: contentTypeOf(name), layout: contentLayout(content) };
  }
  return { fileName: name, contentType: 'application/zip', layout: zipLayout(entries.map(zipEntryOf)) };
}

const zipEntryOf = (entry: FrozenEntry): ZipEntry => {
  if (entry.kind === 'file') return { ...entry, sha256: Buffer.from(entry.sha256, 'hex') };
  return entry.kind === 'text' ? { ...entry, bytes: Buffer.from(entry.text) } : entry;
};

/** D-42: refusals are JSON, so a stored JSON file is sent as plain bytes, which no client takes for a refusal. */
function contentTypeOf(name: string): string {
  const type = mimeTypeOf(name);
  return /json/i.test(type) ? 'application/octet-stream' : type;
}
