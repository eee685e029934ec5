import type { Chosen } from '../../../upload-queue/index.ts';

const PHOTO_TYPE = /^image\/(?:jpeg|png|webp|heic|heif)$/;
const PHOTO_NAME = /\.(?:jpe?g|png|webp|hei[cf])$/i;

/**
 * Returns whether a file can become a page of the PDF: by its type, or by its name if the browser does not know the
 * type.
 */
const isPhoto = ({ type, name }: File): boolean =>
  type === '' ? PHOTO_NAME.test(name) : PHOTO_TYPE.test(type);

/** Returns the photos among the chosen files, in order, without photos in folders. */
export const photosIn = (chosen: readonly Chosen[]): File[] =>
  chosen.flatMap((one) => (one.kind === 'file' && isPhoto(one.file) ? [one.file] : []));

/**
 * Returns the chosen files with the PDF instead of the photos that became its pages. The PDF has the position of the
 * first photo.
 */
export function withPdf(
  chosen: readonly Chosen[],
  { pdf, pages }: { pdf: File; pages: ReadonlySet<File> },
): Chosen[] {
  const first = chosen.findIndex((one) => one.kind === 'file' && pages.has(one.file));
  return chosen.flatMap((one, n): Chosen[] => {
    if (n === first) return [{ kind: 'file', file: pdf }];
    return one.kind === 'file' && pages.has(one.file) ? [] : [one];
  });
}
