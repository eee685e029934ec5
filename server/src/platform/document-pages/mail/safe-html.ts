import sanitize from 'sanitize-html';
import { safeCss } from '../css.ts';

/** The elements of a mail that are kept. Forms, frames, scripts, styles and others are omitted. */
const TAGS = (
  'a abbr b big blockquote br caption center cite code col colgroup dd del div dl dt em font h1 h2 h3 h4 h5 h6 hr i ' +
  'img ins li ol p pre q s small span strike strong sub sup table tbody td tfoot th thead tr tt u ul'
).split(' ');
const MAX_DEPTH = 200;
/** CSS properties with which a mail could cover or hide a part of the page. */
const UNWANTED =
  /^\s*(?:position|z-index|opacity|visibility|pointer-events|animation|transition|cursor|content)\s*:/i;

/**
 * The HTML of a mail without active content and external references.
 * @param imageOf returns the `data:` URI of an embedded image by its content id; null when there is none
 */
export function safeMailHtml(html: string, imageOf: (contentId: string) => string | null): string {
  return sanitize(html, {
    allowedTags: TAGS,
    allowedAttributes: {
      '*': ['style', 'align', 'valign', 'dir', 'lang', 'title'],
      a: ['title'],
      font: ['color', 'size', 'face'],
      img: ['src', 'alt', 'width', 'height'],
      ol: ['start', 'type'],
      table: ['width', 'border', 'cellpadding', 'cellspacing', 'bgcolor'],
      td: ['width', 'height', 'colspan', 'rowspan', 'bgcolor'],
      th: ['width', 'height', 'colspan', 'rowspan', 'bgcolor'],
      tr: ['bgcolor', 'height'],
    },
    // Styles are checked below; sanitize-html can check single properties only.
    parseStyleAttributes: false,
    allowedSchemes: [],
    allowedSchemesByTag: { img: ['data'] },
    allowProtocolRelative: false,
    nestingLimit: MAX_DEPTH,
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title', 'head', 'xml'],
    transformTags: {
      '*': (tagName, { style, ...attributes }) => ({
        tagName,
        attribs: style === undefined ? attributes : { ...attributes, style: safeStyle(style) },
      }),
      a: (_, { href = '' }) => ({ tagName: 'a', attribs: href === '' ? {} : { title: href.slice(0, 500) } }),
      img: (tagName, { src = '', alt = '', width, height, style }) => {
        const uri = /^cid:/i.test(src) ? imageOf(decoded(src.slice(4))) : ownImage(src);
        // A remote image can be a tracker; its alternative text replaces it.
        if (uri === null) return { tagName: 'span', attribs: {}, text: alt.slice(0, 200) };
        return {
          tagName,
          attribs: {
            src: uri,
            alt,
            ...(width === undefined ? {} : { width }),
            ...(height === undefined ? {} : { height }),
            ...(style === undefined ? {} : { style: safeStyle(style) }),
          },
        };
      },
    },
  });
}

const OWN_IMAGE = /^data:image\/(?:png|jpeg|gif|bmp|webp);base64,[A-Za-z\d+/=\s]*$/;
const ownImage = (src: string) => (OWN_IMAGE.test(src) ? src : null);

function decoded(contentId: string): string {
  try {
    return decodeURIComponent(contentId);
  } catch {
    return contentId;
  }
}

const safeStyle = (style: string): string =>
  safeCss(style)
    .split(';')
    .filter((declaration) => !UNWANTED.test(declaration))
    .join(';');
