import { type PreviewView, SHEET_EXTENSIONS } from '@vault/contract';
import { type OfficeConverter, type OfficeExtension, OfficeFailure } from '../platform/office/index.ts';
import { type DocumentReader, type KindName, KINDS, UnreadableDocument } from '../platform/readers/index.ts';

/** A rendered document. */
export interface Page {
  mediaType: string;
  bytes: Uint8Array;
}

/** A method to render a document. */
export interface Renderer {
  /** ends in a number; increase it when the result changes, because renderings with another name are not used */
  name: string;
  /** @throws OfficeFailure, OfficeBusy, UnreadableDocument, ReaderBusy */
  render(document: Document): Promise<Page>;
}

export interface Document {
  extension: string;
  bytes: () => Promise<Uint8Array>;
  /** who wants to see it: a person, or a link with all of its visitors; they take turns (GUARD-41) */
  sender: string | undefined;
}

type Method = 'libreoffice' | KindName;

const byEach = (extensions: Iterable<string>, methods: readonly Method[]) =>
  Object.fromEntries([...extensions].map((extension) => [extension, methods]));

/**
 * USE-34: the methods to render each extension, the best first. The methods that this server supports are tried in
 * turn. They are described for operators in docs/operating.md. A spreadsheet is better in the grid than on the pages of
 * a PDF, which cut it.
 */
const METHODS: Record<PreviewView, Partial<Record<string, readonly Method[]>>> = {
  page: {
    doc: ['libreoffice'],
    docx: ['libreoffice', 'docx'],
    xls: ['libreoffice'],
    xlsx: ['libreoffice', 'plain'],
    ppt: ['libreoffice'],
    pptx: ['libreoffice', 'pptx'],
    svg: ['picture'],
    webp: ['picture'],
    avif: ['picture'],
    heic: ['picture'],
    heif: ['picture'],
    tif: ['picture'],
    tiff: ['picture'],
    eml: ['eml'],
    msg: ['msg'],
    zip: ['zip'],
  },
  sheet: byEach(SHEET_EXTENSIONS, ['sheet']),
  'sheet-start': byEach(SHEET_EXTENSIONS, ['sheetStart']),
};

export interface RendererDeps {
  office: OfficeConverter | null;
  reader: DocumentReader;
}

/** The extension and the view of a document to be rendered. */
export interface Wanted {
  extension: string;
  view: PreviewView;
}

/** The renderer for an extension and a view on this server; null when there is none. */
export function rendererOf({ extension, view }: Wanted, { office, reader }: RendererDeps): Renderer | null {
  const renderers = (METHODS[view][extension] ?? []).flatMap((method) => {
    if (method !== 'libreoffice') return [byReader(method, reader)];
    return office === null ? [] : [byOffice(office)];
  });
  return renderers.length < 2 ? (renderers[0] ?? null) : inTurn(renderers);
}

/** Renders with the first renderer that accepts the document (USE-34). */
function inTurn(renderers: readonly Renderer[]): Renderer {
  return {
    name: renderers.map(({ name }) => name).join(' or '),
    async render(document) {
      let refusal: unknown;
      for (const renderer of renderers) {
        try {
          // oxlint-disable-next-line no-await-in-loop -- the next method is for what this one refuses
          return await renderer.render(document);
        } catch (error) {
          if (!isRefusal(error)) throw error;
          refusal = error;
        }
      }
      throw refusal;
    },
  };
}

/** True when the document caused the error, so that another attempt would fail too. */
export const isRefusal = (error: unknown): error is OfficeFailure | UnreadableDocument =>
  error instanceof OfficeFailure || error instanceof UnreadableDocument;

function byOffice(office: OfficeConverter): Renderer {
  return {
    name: 'libreoffice-1',
    render: async ({ extension, bytes, sender }) => ({
      mediaType: 'application/pdf',
      bytes: await office.toPdf(bytes, extension as OfficeExtension, sender),
    }),
  };
}

function byReader(kind: KindName, reader: DocumentReader): Renderer {
  return {
    name: KINDS[kind].name,
    render: ({ extension, bytes, sender }) => reader.read(kind, bytes, { extension }, sender),
  };
}
