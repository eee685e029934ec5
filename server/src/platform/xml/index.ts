export { parseXml, XmlNode } from './tree.ts';
export { attributesOf, XmlError, XmlScanner, type XmlToken, xmlText, xmlTokens } from './xml.ts';
