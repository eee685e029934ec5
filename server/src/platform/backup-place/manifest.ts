import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { BackupError } from './backup-error.ts';

/** A file of a snapshot: it is right when it has this length and hash. */
const fileSchema = z.object({
  bytes: z.number().int().min(0),
  /** lower-case hex */
  sha256: z.string().regex(/^[\da-f]{64}$/),
});
export type HashedFile = z.infer<typeof fileSchema>;

const manifestSchema = z.object({
  format: z.literal(1),
  vaultId: z.string(),
  takenAt: z.iso.datetime(),
  /** the migrations of the database, in their order */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  tables: z.array(
    z.object({
      name: z.string().regex(/^[a-z_]+$/),
      columns: z.array(z.string().regex(/^[a-z0-9_]+$/)),
      file: fileSchema,
    }),
  ),
  jobs: fileSchema,
  /** the key of the vault, encrypted by a password; absent without --with-key */
  key: fileSchema.optional(),
  blobs: z.object({ count: z.number().int(), bytes: z.number().int(), file: fileSchema }),
  /** storage keys of contents that were damaged already: the backup lacks them */
  damagedKeys: z.array(z.string()),
});
/** What a snapshot consists of (SAFE-04). It is written last, so a snapshot without one is unfinished. */
export type Manifest = z.infer<typeof manifestSchema>;

const digestOf = (manifest: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(manifest) ?? '')
    .digest('hex');

export const manifestText = (manifest: Manifest): string =>
  `${JSON.stringify({ sha256: digestOf(manifest), manifest }, null, 1)}\n`;

/** @throws BackupError when it is missing, cut, altered or of another version of the format */
export async function readManifest(path: string): Promise<Manifest> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new BackupError(`The backup has no ${path}: it is unfinished, or the file was deleted.`, {
      cause: error,
    });
  });
  const { sha256, manifest } = parsed(text, path);
  if (sha256 !== digestOf(manifest)) throw altered(path);
  const format = (manifest as { format?: unknown } | null)?.format;
  if (format !== 1) {
    throw new BackupError(
      `The backup ${path} has the format ${String(format)}, and this version of the vault reads format 1. Use the version that made it.`,
    );
  }
  const result = manifestSchema.safeParse(manifest);
  if (!result.success) throw altered(path);
  return result.data;
}

function parsed(text: string, path: string): { sha256: unknown; manifest: unknown } {
  try {
    const value = JSON.parse(text) as { sha256?: unknown; manifest?: unknown } | null;
    return { sha256: value?.sha256, manifest: value?.manifest };
  } catch (error) {
    throw altered(path, error);
  }
}

const altered = (path: string, cause?: unknown) =>
  new BackupError(`${path} was cut or altered. Use another snapshot of this backup.`, { cause });
