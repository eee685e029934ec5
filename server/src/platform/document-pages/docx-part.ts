import { parseXml, type XmlNode } from '../xml/index.ts';

/** The strict form of ISO 29500 has other namespaces for the same elements. */
const STRICT_NAMES = [
  [
    'http://purl.oclc.org/ooxml/officeDocument/relationships',
    'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  ],
  [
    'http://purl.oclc.org/ooxml/wordprocessingml/main',
    'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  ],
  ['http://purl.oclc.org/ooxml/drawingml/', 'http://schemas.openxmlformats.org/drawingml/2006/'],
] as const;

/**
 * The tree of one part of a Word document, changed so that docx-preview reads it without an exception.
 * @throws XmlError
 */
export function parseDocxPart(xml: string): XmlNode {
  let plain = xml;
  for (const [strict, transitional] of STRICT_NAMES) plain = plain.replaceAll(strict, transitional);
  const tree = parseXml(plain);
  for (const drawing of tree.all('graphicData')) {
    for (const picture of drawing.children('pic')) replaceAlternatives(picture);
    replaceChildren(drawing, (child) => (child.localName !== 'pic' || isDrawable(child) ? [child] : []));
  }
  return tree;
}

/** Replaces a choice between alternatives by the alternative for readers without extensions (ECMA-376 part 3, 9.3). */
function replaceAlternatives(picture: XmlNode): void {
  replaceChildren(picture, (child) =>
    child.localName === 'AlternateContent' ? (child.find('Fallback')?.children() ?? []) : [child],
  );
}

/** docx-preview throws an exception for a picture without an image or a shape. */
const isDrawable = (picture: XmlNode): boolean =>
  picture.find('blipFill', 'blip') !== null && picture.find('spPr') !== null;

function replaceChildren(node: XmlNode, replacement: (child: XmlNode) => readonly XmlNode[]): void {
  const replaced = node.childNodes.flatMap(replacement);
  node.childNodes.length = 0;
  for (const child of replaced) node.childNodes.push(child);
}
