import { XmlNode } from '../xml/index.ts';
import { parseDocxPart } from './docx-part.ts';
import { DOCX_STYLE } from './docx-style.ts';
import { Element } from './element.ts';
import { DocumentError } from './errors.ts';
import { imageUri } from './image.ts';
import { unpackParts } from './package.ts';
import { htmlPage } from './page.ts';
import { safeCss } from './css.ts';

/** The arguments that docx-preview passes to its function that creates nodes. */
interface NodeInput {
  tagName: string;
  className?: string;
  style?: Record<string, string> | string;
  children?: (NodeInput | Element | string | null)[];
  [property: string]: unknown;
}

/** About 400 pages. The rest is omitted: laying out more takes a phone too long. */
const MAX_CHARACTERS = 1_500_000;

/**
 * Makes a page of a Word document (USE-31): headings, lists, tables, images, alignment, headers and footers. The
 * layout is that of docx-preview, which runs on this server's XML tree and elements instead of a browser's.
 * @param bytes of a docx, docm or dotx
 * @returns a static HTML page
 * @throws DocumentError and others when the document cannot be shown
 */
export async function docxPage(bytes: Uint8Array): Promise<string> {
  const parts = await unpackParts(bytes);
  if (!parts.has('[content_types].xml')) throw new DocumentError('it is not a Word document');
  provideGlobals();
  // Imported here, because the library reads the globals above.
  const { parseAsync, renderDocument } = await import('docx-preview');
  const document = (await parseAsync(bytes, OPTIONS)) as { documentPart?: unknown; blobToURL?: unknown };
  if (document.documentPart === undefined) throw new DocumentError('it is not a Word document');
  document.blobToURL = async (blob: Blob | null) =>
    blob === null ? null : imageUri(new Uint8Array(await blob.arrayBuffer()));
  const nodes = (await renderDocument(document, OPTIONS)) as unknown as (Element | string)[];
  const elements = nodes.filter((node) => node instanceof Element);
  const style = elements.filter(({ tagName }) => tagName === 'style').map(cssOf);
  const pages = elements.filter(({ tagName }) => tagName !== 'style');
  const left = pages.reduce((budget, page) => page.cut(budget), MAX_CHARACTERS);
  const body = pages.map((element) => element.toHtml());
  if (left < 0) body.push('<p class="cut">The preview ends here. Download the file to see all of it.</p>');
  return htmlPage({ style: safeCss(style.join('\n')) + DOCX_STYLE, body: body.join('') });
}

const OPTIONS = {
  // The CSS class of all elements: the selectors of the document's styles start with it.
  className: 'docx',
  ignoreFonts: true,
  ignoreLastRenderedPageBreak: false,
  renderAltChunks: false,
  renderChanges: false,
  renderComments: false,
  trimXmlDeclaration: false,
  h: createNode as never,
};

const cssOf = (element: Element) => element.children.filter((child) => typeof child === 'string').join('');

/** Creates an element of the page; a value that is neither an element nor a text is ignored. */
function createNode(input: NodeInput | Element | string): Element | string {
  if (typeof input === 'string' || input instanceof Element) return input;
  const { tagName, className, style, children, ns: _namespace, ...properties } = input;
  const element = new Element(tagName === 'comment' || tagName === '#comment' ? '#comment' : tagName);
  if (tagName === '#comment') return element;
  if (className !== undefined) element.className = className;
  if (typeof style === 'string') element.setAttribute('style', style);
  else if (style !== undefined) Object.assign(element.style, style);
  for (const [name, value] of Object.entries(properties)) setProperty(element, name, value);
  for (const child of children ?? [])
    if (child !== null && child !== undefined) element.append(createNode(child));
  return element;
}

function setProperty(element: Element, name: string, value: unknown): void {
  if (value === undefined || value === null) return;
  if (name === 'colSpan') element.colSpan = Number(value);
  else if (typeof value === 'string' || typeof value === 'number') element.setAttribute(name, String(value));
}

class PartParser {
  parseFromString(xml: string): XmlNode {
    return parseDocxPart(xml);
  }
}

/** The browser globals that docx-preview needs. They are only set in the process that reads documents. */
function provideGlobals(): void {
  const names: Record<string, unknown> = {
    DOMParser: PartParser,
    Node: XmlNode,
    document: { createTextNode: (value: string) => value },
    // docx-preview measures drawings; this server has no layout engine.
    requestAnimationFrame: () => 0,
  };
  for (const [name, value] of Object.entries(names)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
}
