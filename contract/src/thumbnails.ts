import { MIB } from './limits.ts';
import { extensionOf } from './names.ts';

/** USE-33: the sizes of thumbnails; pixels of the longer side. */
export const THUMBNAIL_SIDES = { large: 480, small: 96 } as const;
export type ThumbnailSize = keyof typeof THUMBNAIL_SIDES;

/** Larger files have no thumbnail. */
export const THUMBNAIL_LIMIT_BYTES = 50 * MIB;

/** How the bytes of a file are read; the format of a `pic` is detected from its bytes. */
export type ThumbnailForm = 'pic' | 'svg' | 'pdf';

const FORMS: readonly (readonly [ThumbnailForm, readonly string[]])[] = [
  ['pic', ['png', 'jpg', 'jpeg', 'bmp', 'gif', 'webp', 'avif', 'heic', 'heif', 'tif', 'tiff']],
  ['svg', ['svg']],
  ['pdf', ['pdf']],
];

const BY_EXTENSION = new Map(
  FORMS.flatMap(([form, extensions]) => extensions.map((extension) => [extension, form] as const)),
);

/** Returns how a thumbnail of a file is made (USE-33). @returns null for a file that has none */
export function thumbnailFormOf({
  name,
  sizeBytes,
}: {
  name: string;
  sizeBytes: number;
}): ThumbnailForm | null {
  if (sizeBytes === 0 || sizeBytes > THUMBNAIL_LIMIT_BYTES) return null;
  return BY_EXTENSION.get(extensionOf(name)) ?? null;
}
