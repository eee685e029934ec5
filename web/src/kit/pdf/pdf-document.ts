// oxlint-disable-next-line import/no-unassigned-import -- runs before PDF.js is evaluated
import './newer-functions.ts';
import {
  AnnotationMode,
  getDocument,
  PasswordException,
  PDFWorker,
  TextLayer,
  version,
  VerbosityLevel,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { pageScale, type Size } from './pdf-scale.ts';
import { pdfServer } from './pdf-server.ts';

/** The address of the files that PDF.js loads on demand; pdfjs-assets.ts adds them to the build. */
const assets = () => `${pdfServer()}/assets/pdfjs-${version}`;
/** Images with more pixels are not drawn. */
const LARGEST_IMAGE_PIXELS = 64 * 1024 * 1024;

/** An open PDF. */
export interface OpenPdf {
  pages: number;
  /**
   * Draws a page, counted from 1 (LIMIT-19).
   * @throws the signal's reason when aborted; any error of PDF.js for a broken page
   */
  draw: (page: number, signal: AbortSignal) => Promise<DrawnPage>;
}

export interface DrawnPage {
  page: number;
  /** in points, 1/72 inch */
  size: Size;
  canvas: HTMLCanvasElement;
  /** the invisible text over the canvas, for selecting and for screen readers */
  words: HTMLElement;
}

/** A PDF that a worker opens; `close` ends the worker, also after a failure. */
export interface PdfHandle {
  /**
   * Resolves with the open PDF. Rejects with `PdfLocked` when it needs a password, otherwise with the error of PDF.js.
   */
  opened: Promise<OpenPdf>;
  close: () => void;
}

export class PdfLocked extends Error {
  override readonly name = 'PdfLocked';
}

/**
 * Opens a PDF. The code in a PDF is never run: PDF.js draws its pages and does not run its scripts, script forms (XFA)
 * are off, and the parsing runs in a worker that can be terminated at any time.
 */
export function openPdf(bytes: Uint8Array): PdfHandle {
  const port = new Worker(new URL('pdf.worker.ts', import.meta.url), { type: 'module' });
  const worker = PDFWorker.create({ port });
  const task = getDocument({
    // A copy, because PDF.js transfers the bytes to the worker.
    data: bytes.slice(),
    worker,
    enableXfa: false,
    useWasm: false,
    maxImageSize: LARGEST_IMAGE_PIXELS,
    cMapUrl: `${assets()}/cmaps/`,
    standardFontDataUrl: `${assets()}/standard_fonts/`,
    wasmUrl: `${assets()}/wasm/`,
    verbosity: VerbosityLevel.ERRORS,
  });
  const broken = new Promise<never>((_, reject) => {
    port.addEventListener('error', () => reject(new Error('The PDF worker has ended')));
  });
  const opened = Promise.race([task.promise, broken]).then(openPdfOf, (error: unknown) => {
    throw error instanceof PasswordException ? new PdfLocked() : error;
  });
  return {
    opened,
    close: () => {
      // The promise is not awaited, because it never settles when the worker hangs.
      task.destroy().catch(() => undefined);
      worker.destroy();
      port.terminate();
    },
  };
}

function openPdfOf(document: PDFDocumentProxy): OpenPdf {
  return { pages: document.numPages, draw: (page, signal) => draw(document, page, signal) };
}

async function draw(document: PDFDocumentProxy, number: number, signal: AbortSignal): Promise<DrawnPage> {
  const page = await document.getPage(number);
  signal.throwIfAborted();
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: pageScale({ width, height }) });
  const canvas = window.document.createElement('canvas');
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  const rendering = page.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE });
  const stop = () => rendering.cancel();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await rendering.promise;
  } finally {
    signal.removeEventListener('abort', stop);
  }
  const words = window.document.createElement('div');
  const layer = new TextLayer({ textContentSource: page.streamTextContent(), container: words, viewport });
  // A page whose text cannot be read is still shown.
  await layer.render().catch(() => undefined);
  signal.throwIfAborted();
  return { page: number, size: { width, height }, canvas, words };
}
