import { localName, qualifiedAttributes, XmlError, xmlTokensOf } from './xml.ts';

/** Deeper nesting does not occur in real documents, and readers of trees are recursive. */
const MAX_DEPTH = 400;
/** Bounds the memory of one tree: an element costs some 300 bytes. */
const MAX_NODES = 1_000_000;
const XMLNS = 'xmlns';

/** A list with the `item` method of the DOM's lists. */
class NodeList<T> extends Array<T> {
  item(index: number): T | null {
    return this[index] ?? null;
  }
}

interface Attribute {
  name: string;
  localName: string;
  value: string;
}

type Namespaces = ReadonlyMap<string, string>;

/**
 * An element, a text or the document of an XML tree, with the part of the DOM's interface that readers of OOXML use.
 * The properties have the DOM's names, so that libraries can read the tree.
 */
export class XmlNode {
  static readonly ELEMENT_NODE = 1;

  readonly nodeType: 1 | 3 | 9;
  readonly localName: string;
  readonly namespaceURI: string | null;
  readonly attributes = new NodeList<Attribute>();
  readonly childNodes = new NodeList<XmlNode>();
  readonly #namespaces: Namespaces;
  readonly #text: string;

  constructor(
    nodeType: 1 | 3 | 9,
    {
      name = '',
      prefix = '',
      namespaces = new Map(),
      text = '',
    }: { name?: string; prefix?: string; namespaces?: Namespaces; text?: string },
  ) {
    this.nodeType = nodeType;
    this.localName = name;
    this.namespaceURI = namespaces.get(prefix) ?? null;
    this.#namespaces = namespaces;
    this.#text = text;
  }

  get nodeName(): string {
    return this.localName;
  }

  get firstChild(): XmlNode | null {
    return this.childNodes[0] ?? null;
  }

  get firstElementChild(): XmlNode | null {
    return this.childNodes.find(({ nodeType }) => nodeType === 1) ?? null;
  }

  /** The child elements. @param name without prefix; every name by default */
  children(name?: string): XmlNode[] {
    const isWanted = (node: XmlNode) =>
      node.nodeType === 1 && (name === undefined || node.localName === name);
    return this.childNodes.filter(isWanted);
  }

  /** The element at a path of names, each step to the first child of that name; null when there is none. */
  find(...path: readonly string[]): XmlNode | null {
    const [name, ...rest] = path;
    const found = this.childNodes.find((child) => child.nodeType === 1 && child.localName === name) ?? null;
    return found === null || rest.length === 0 ? found : found.find(...rest);
  }

  /** All elements with a name below this element, in document order. */
  *all(name: string): Generator<XmlNode> {
    for (const child of this.childNodes) {
      if (child.nodeType !== 1) continue;
      if (child.localName === name) yield child;
      yield* child.all(name);
    }
  }

  /** The value of an attribute by its name, with or without its prefix; null when it is absent. */
  attribute(name: string): string | null {
    const found = this.attributes.find((one) => one.name === name || one.localName === name);
    return found?.value ?? null;
  }

  get textContent(): string {
    if (this.nodeType === 3) return this.#text;
    return this.childNodes.map((child) => child.textContent).join('');
  }

  lookupNamespaceURI(prefix: string | null): string | null {
    return this.#namespaces.get(prefix ?? '') ?? null;
  }

  /** The namespaces that are in scope in this element. */
  get namespaces(): Namespaces {
    return this.#namespaces;
  }

  /** docx-preview calls this method of the DOM to find parser errors; a tree that was built has none. */
  getElementsByTagName(): XmlNode[] {
    return [];
  }
}

/**
 * Builds the tree of an XML document, in linear time.
 * @throws XmlError when it has a DTD, is not well-formed, or exceeds the limits
 */
export function parseXml(xml: string): XmlNode {
  const document = new XmlNode(9, {});
  const open = [document];
  let nodes = 0;
  for (const token of xmlTokensOf(xml)) {
    const parent = open.at(-1) ?? document;
    if (token.kind === 'close') {
      if (open.length === 1 || parent.localName !== token.name) throw new XmlError('tags do not match');
      open.pop();
      continue;
    }
    nodes += 1;
    if (nodes > MAX_NODES) throw new XmlError('it has too many elements');
    if (token.kind === 'text') {
      if (parent !== document) parent.childNodes.push(new XmlNode(3, { text: token.text }));
      continue;
    }
    const node = elementOf(token, parent.namespaces);
    parent.childNodes.push(node);
    if (!token.isEmpty) open.push(node);
    if (open.length > MAX_DEPTH) throw new XmlError('it is nested too deep');
  }
  if (open.length > 1 || document.firstElementChild === null) throw new XmlError('it ends too early');
  return document;
}

function elementOf(
  { name, prefix, attributes }: { name: string; prefix: string; attributes: string },
  outer: Namespaces,
): XmlNode {
  const found = attributes === '' ? [] : qualifiedAttributes(attributes);
  let namespaces = outer;
  for (const [key, value] of found) {
    if (key !== XMLNS && !key.startsWith(`${XMLNS}:`)) continue;
    if (namespaces === outer) namespaces = new Map(outer);
    (namespaces as Map<string, string>).set(key === XMLNS ? '' : localName(key), value);
  }
  const node = new XmlNode(1, { name, prefix, namespaces });
  for (const [key, value] of found) {
    if (key !== XMLNS && !key.startsWith(`${XMLNS}:`))
      node.attributes.push({ name: key, localName: localName(key), value });
  }
  return node;
}
