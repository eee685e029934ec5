import type { DocumentPage } from './page.ts';

/** A module that reads one kind of document. It runs in the reader process only. */
export interface KindModule {
  /**
   * @param options as the caller of `DocumentReader.read` passed them; JSON
   * @throws anything for a document that cannot be read: the message is the reason in the log
   */
  read: (bytes: Uint8Array, options: unknown) => Promise<DocumentPage>;
}

export interface Kind {
  /**
   * The name ends in a number that is increased when the output changes: renderings with another name are not reused.
   */
  name: string;
  load: () => Promise<KindModule>;
}

/** Every kind of document that the reader process reads. The module is loaded with the first document of its kind. */
export const KINDS = {
  /** the text of docx, xlsx and pptx as a plain HTML page */
  plain: { name: 'plain-1', load: () => import('./kinds/plain.ts') },
  /** a spreadsheet for the grid of the screens (USE-30) */
  sheet: { name: 'sheet-4', load: () => import('./kinds/sheet.ts') },
  sheetStart: { name: 'sheet-start-4', load: () => import('./kinds/sheet-start.ts') },
  /** a picture as WebP */
  picture: { name: 'picture-1', load: () => import('./kinds/picture.ts') },
  /** thumbnails of a picture or PDF; the names of their renderings are in preview/thumbnails/ */
  thumbnails: { name: 'thumbnails-1', load: () => import('./kinds/thumbnails.ts') },
  docx: { name: 'docx-2', load: () => import('./kinds/docx.ts') },
  pptx: { name: 'pptx-2', load: () => import('./kinds/pptx.ts') },
  eml: { name: 'eml-2', load: () => import('./kinds/eml.ts') },
  msg: { name: 'msg-2', load: () => import('./kinds/msg.ts') },
  /** the text for the search, which stores it itself (SEARCH-26) */
  text: { name: 'text-1', load: () => import('./kinds/text.ts') },
  /** refuses what LibreOffice may not read; the page is empty */
  officeCheck: { name: 'office-check-1', load: () => import('./kinds/office-check.ts') },
  zip: { name: 'zip-1', load: () => import('./kinds/zip.ts') },
} satisfies Record<string, Kind>;

export type KindName = keyof typeof KINDS;
