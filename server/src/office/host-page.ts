import { randomBytes } from 'node:crypto';
import escape from 'escape-html';
import type { ActionPage, WopiAction } from '../platform/wopi/index.ts';
import type { Grant } from './grants.queries.ts';
import type { OfficeDeps } from './deps.ts';
import { pageToken } from './tokens.ts';

/** The path of the pages of opened files. */
export const PAGES = '/office/';

/**
 * The address of the page in which a file is open.
 * @param action an action that the grant allows
 */
export function pageAddress(
  deps: Pick<OfficeDeps, 'signer' | 'clock'>,
  { origin, grant, action }: { origin: string; grant: Grant; action: WopiAction },
): string {
  const isLess = action !== grant.action;
  return `${origin}${PAGES}${pageToken(deps, grant)}${isLess ? `?action=${action}` : ''}`;
}

/** HTML and its content security policy. */
export interface Page {
  html: string;
  policy: string;
}

interface Opened {
  title: string;
  /** the name of the frame for screen readers */
  label: string;
  program: ActionPage;
  accessToken: string;
  /** when the program warns the person that the access ends; the token can be valid longer (USE-03) */
  endsAt: Date;
}

/**
 * The page with the office program: one frame in the size of the window. The token is posted to it, so that it is never
 * part of an address (Microsoft, "Building a host page"). The script creates the frame, because browsers load an
 * existing frame twice.
 */
export function openedPage({ title, label, program, accessToken, endsAt }: Opened): Page {
  const nonce = newNonce();
  const fields = { access_token: accessToken, access_token_ttl: String(endsAt.getTime()) };
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escape(value)}">`,
  );
  const html = pageOf({
    title,
    nonce,
    icon: program.favicon,
    style: FRAME_STYLE,
    body: `<form id="office_form" method="post" target="office_frame" action="${escape(program.url)}">${inputs.join('')}</form>
<script nonce="${nonce}" data-label="${escape(label)}">${FRAME_SCRIPT}</script>
<noscript>Please turn on JavaScript to open this document.</noscript>`,
  });
  const sources = sourcesOf(program.url).join(' ');
  const icons = program.favicon === null ? '' : ` ${new URL(program.favicon).origin}`;
  return {
    html,
    policy: policyOf(nonce, [`img-src 'self'${icons}`, `frame-src ${sources}`, `form-action ${sources}`]),
  };
}

/** A page that explains why there is no document. */
export function errorPage({
  title,
  text,
  canRetry,
}: {
  title: string;
  text: string;
  canRetry: boolean;
}): Page {
  const nonce = newNonce();
  const html = pageOf({
    title,
    nonce,
    icon: null,
    style: ERROR_STYLE,
    body: `<main><h1>${escape(title)}</h1><p>${escape(text)}</p>
${canRetry ? '<p><a href="">Try again</a></p>' : ''}</main>`,
  });
  return { html, policy: policyOf(nonce, ["img-src 'self'", "frame-src 'none'", "form-action 'none'"]) };
}

/** Microsoft 365 forwards the form to the data centre of the file, and browsers check each address. */
const MICROSOFT = '.officeapps.live.com';

/** The allowed sources of the frame and targets of the form. */
function sourcesOf(url: string): string[] {
  const { origin, hostname } = new URL(url);
  return hostname.endsWith(MICROSOFT) ? [origin, `https://*${MICROSOFT}`] : [origin];
}

const policyOf = (nonce: string, more: readonly string[]) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    ...more,
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ');

const newNonce = () => randomBytes(16).toString('base64');

function pageOf({
  title,
  nonce,
  icon,
  style,
  body,
}: {
  title: string;
  nonce: string;
  icon: string | null;
  style: string;
  body: string;
}): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escape(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="${icon === null ? '/favicon.svg' : escape(icon)}">
<style nonce="${nonce}">${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

const FRAME_STYLE = `
html, body { margin: 0; height: 100%; overflow: hidden; background: #fff; }
iframe { position: absolute; inset: 0; width: 100%; height: 100%; border: 0; display: block; }
@media (prefers-color-scheme: dark) { html, body { background: #1f1f1f; } }
`;

const ERROR_STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 14px/20px system-ui, sans-serif;
  background: light-dark(#f5f6f8, #16181d); color: light-dark(#1c2330, #e6e8ec); }
main { max-width: 26rem; margin: 24px; padding: 24px 32px; border-radius: 8px; background: light-dark(#fff, #20232a);
  border: 1px solid light-dark(#dfe3ea, #353a44); }
h1 { margin: 0 0 8px; font-size: 18px; line-height: 26px; font-weight: 600; }
p { margin: 0 0 8px; text-wrap: balance; color: light-dark(#4a5365, #b4bac6); }
a { color: light-dark(#1634a4, #9db0ff); }
`;

/**
 * The frame's permissions are those that Microsoft requires, and that Collabora and ONLYOFFICE need to print and to
 * save copies. Parameters with the prefix 'wd' belong to the program and are passed on. The page accepts messages of
 * the program only.
 */
const FRAME_SCRIPT = `
(function () {
  var form = document.getElementById('office_form');
  var action = new URL(form.action);
  new URLSearchParams(location.search).forEach(function (value, name) {
    if (name.indexOf('wd') === 0) action.searchParams.append(name, value);
  });
  form.action = action.href;
  var frame = document.createElement('iframe');
  frame.name = 'office_frame';
  frame.title = document.currentScript.dataset.label;
  frame.setAttribute('allowfullscreen', 'true');
  frame.setAttribute('allow', 'fullscreen; clipboard-read *; clipboard-write *');
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms allow-popups allow-top-navigation '
    + 'allow-popups-to-escape-sandbox allow-downloads allow-modals');
  document.body.appendChild(frame);
  window.addEventListener('message', function (event) {
    if (event.source !== frame.contentWindow) return;
    var message;
    try { message = typeof event.data === 'string' ? JSON.parse(event.data) : event.data; } catch (error) { return; }
    var values = (message && message.Values) || {};
    switch (message && message.MessageId) {
      case 'App_LoadingStatus':
        if (event.origin === 'null') return;
        event.source.postMessage(JSON.stringify({ MessageId: 'Host_PostmessageReady', SendTime: Date.now(), Values: {} }), event.origin);
        break;
      case 'UI_Close':
        window.close();
        break;
      case 'File_Rename':
        var name = values.NewName || values.newName;
        if (typeof name === 'string' && name !== '') document.title = name;
        break;
    }
  });
  form.submit();
})();
`;
