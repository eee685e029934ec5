/** A PDF and the photos that became its pages; the PDF is null when no photo could be read. */
export interface CombinedPhotos {
  pdf: File | null;
  pages: ReadonlySet<File>;
}

/** Combines photos to a PDF. @throws when the PDF cannot be created */
export type CombinePhotos = (
  photos: readonly File[],
  options: { name: string; onPage: (done: number) => void },
) => Promise<CombinedPhotos>;
