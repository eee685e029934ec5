import escape from 'escape-html';

/**
 * The policy of every page that is made of a document. The page is shown in a frame with `srcdoc`, which does not
 * receive the headers of the reply, so the policy is part of the page.
 */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/** Bounds the reply: a phone does not lay out a larger page in reasonable time. */
const MAX_PAGE_CHARACTERS = 48 * 1024 * 1024;

/** Forced colours follow the colour scheme of the surrounding page; otherwise a page is light, as paper. */
const FORCED = '@media (forced-colors: active) { :root { color-scheme: light dark } }';

export interface PageDeps {
  /** CSS; must be passed through `safeCss` when it contains text of the document */
  style: string;
  /** HTML; every text of the document in it must be escaped */
  body: string;
  lang?: string | undefined;
}

/**
 * A complete static HTML page. It does not contain the file name: files with equal bytes share one page.
 * @throws RangeError when the page exceeds the limit
 */
export function htmlPage({ style, body, lang }: PageDeps): string {
  if (style.length + body.length > MAX_PAGE_CHARACTERS) throw new RangeError('the page is too large');
  const language = lang === undefined ? '' : ` lang="${escape(lang)}"`;
  return (
    `<!doctype html><html${language}><head><meta charset="utf-8">` +
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">` +
    '<meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer">' +
    `<title>Preview</title><style>${FORCED}${style}</style></head><body>${body}</body></html>`
  );
}

/** Escapes a text of the document for HTML. */
export const text = (value: string): string => escape(value.toWellFormed());
