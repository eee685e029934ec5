import type { Chosen } from '../../../upload-queue/index.ts';

const PHOTO_TYPE = /^image\/(?:jpeg|png|webp|heic|heif)$/;
const PHOTO_NAME = /\.(?:jpe?g|png|webp|hei[cf])$/i;

/** Returns whether a file can become a page: by its type, or by its name if the browser does not know the type. */
const isPhoto = ({ type, name }: File): boolean =>
  type === '' ? PHOTO_NAME.test(name) : PHOTO_TYPE.test(type);

/** Returns the photos of a choice in order; photos in folders are not included. */
export const photosIn = (chosen: readonly Chosen[]): File[] =>
  chosen.flatMap((one) => (one.kind === 'file' && isPhoto(one.file) ? [one.file] : []));

/** Returns a choice with the PDF in place of its first page, without the other pages. */
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
