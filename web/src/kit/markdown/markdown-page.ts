import MarkdownIt from 'markdown-it';
import { documentTexts, markdownTexts } from '../viewer-texts.ts';

/** Longer texts are cut, because the browser computes the layout of the complete page in one step. */
const MAX_CHARACTERS = 1_000_000;

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
const { rules } = markdown.renderer;

// An image would be loaded from another site, so its description is shown instead.
rules.image = (tokens, at) => {
  const { content = '' } = tokens[at] ?? {};
  return `<span class="image">${markdown.utils.escapeHtml(content === '' ? markdownTexts.image : content)}</span>`;
};
// A link has no target, because the page is in a frame with an empty sandbox. The title of the link is its address.
rules.link_open = (tokens, at) => {
  const href = String(tokens[at]?.attrGet('href') ?? '');
  return `<a title="${markdown.utils.escapeHtml(href)}">`;
};

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

const STYLE = `
@media (forced-colors: active) { :root { color-scheme: light dark } }
body { font: 15px/24px system-ui, sans-serif; color: #1f2329; background: #fff; margin: 0 auto; padding: 24px;
  max-width: 800px; overflow-wrap: anywhere }
h1, h2, h3, h4, h5, h6 { line-height: 1.3; margin: 24px 0 12px }
h1 { font-size: 26px } h2 { font-size: 21px } h3 { font-size: 18px } h4, h5, h6 { font-size: 15px }
h1, h2 { border-bottom: 1px solid #e6e8ec; padding-bottom: 6px }
body > :first-child { margin-top: 0 }
p, ul, ol, blockquote, table, pre { margin: 0 0 12px }
code { font: 13px/20px ui-monospace, Menlo, Consolas, 'Liberation Mono', monospace; background: #f2f4f8; padding: 2px 4px;
  border-radius: 3px }
pre { background: #f2f4f8; padding: 12px; border-radius: 4px; overflow-x: auto }
pre code { padding: 0; background: none }
blockquote { border-left: 3px solid #cfd4dc; padding-left: 12px; color: #566072 }
table { border-collapse: collapse; display: block; overflow-x: auto }
th, td { border: 1px solid #d9dce3; padding: 4px 10px; text-align: start }
th { background: #f5f6f8 }
a { color: #1634a4; text-decoration: underline }
.image { color: #566072; border: 1px dashed #858d9b; padding: 0 6px }
hr { border: 0; border-top: 1px solid #d9dce3; margin: 24px 0 }
@media (max-width: 700px) { body { padding: 16px } }`;

/**
 * Renders a Markdown text as a static page (USE-32): HTML in the text is shown as text, and nothing is loaded from
 * other sites.
 * @returns HTML for a frame with an empty sandbox
 */
export function markdownPage(text: string): string {
  const isCut = text.length > MAX_CHARACTERS;
  const end = isCut ? `<p>${documentTexts.cut}</p>` : '';
  const body = markdown.render(wellFormed(text.slice(0, MAX_CHARACTERS)));
  return (
    `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}">` +
    `<meta name="viewport" content="width=device-width"><title>${markdownTexts.title}</title>` +
    `<style>${STYLE}</style></head><body>${body}${end}</body></html>`
  );
}

/** `String.toWellFormed` (ES2024) for browsers that do not have it yet: half of a character becomes U+FFFD. */
const wellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
