/** The photos that became pages, and their PDF; null when none of them could be read. */
export interface CombinedPhotos {
  pdf: File | null;
  pages: ReadonlySet<File>;
}

/** @throws when the PDF cannot be created */
export type CombinePhotos = (
  photos: readonly File[],
  options: { name: string; onPage: (done: number) => void },
) => Promise<CombinedPhotos>;
