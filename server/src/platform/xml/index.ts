export { attributesOf, XmlError, type XmlToken, xmlTokens } from './xml.ts';
