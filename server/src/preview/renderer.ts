import type { OfficeConverter, OfficeExtension } from '../platform/office/index.ts';
import { readOoxml } from '../platform/ooxml/index.ts';
import { plainPage } from './plain-page.ts';

/** What a document looks like. */
export interface Page {
  mediaType: 'application/pdf' | 'text/html; charset=utf-8';
  bytes: Uint8Array;
}

/** A way to make Office documents visible. */
export interface Renderer {
  /** with a number that goes up when it renders better: what was rendered by another one is not used any more */
  name: string;
  /** whether there is any hope */
  reads(extension: string): boolean;
  /** @throws OfficeFailure, OfficeBusy, OoxmlError */
  render(document: Document): Promise<Page>;
}

export interface Document {
  name: string;
  extension: string;
  bytes: () => Promise<Uint8Array>;
}

const OFFICE: readonly string[] = ['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx'];
const OOXML: readonly string[] = ['docx', 'xlsx', 'pptx'];

/** C29: as PDF by the converter; where none is installed the text of the XML formats, as a plain page. */
export function rendererOf(office: OfficeConverter | null): Renderer {
  return office === null ? textRenderer() : pdfRenderer(office);
}

function pdfRenderer(office: OfficeConverter): Renderer {
  const isOffice = (extension: string): extension is OfficeExtension => OFFICE.includes(extension);
  return {
    name: 'libreoffice-1',
    reads: isOffice,
    async render({ extension, bytes }) {
      if (!isOffice(extension)) throw new Error(`Nobody renders ${extension}`);
      return { mediaType: 'application/pdf', bytes: await office.toPdf(bytes, extension) };
    },
  };
}

function textRenderer(): Renderer {
  return {
    name: 'text-1',
    reads: (extension) => OOXML.includes(extension),
    async render({ name, bytes }) {
      const page = await plainPage(name, readOoxml(await bytes()));
      return { mediaType: 'text/html; charset=utf-8', bytes: Buffer.from(page) };
    },
  };
}
