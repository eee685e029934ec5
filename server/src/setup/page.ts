import { Messages } from '@vault/contract';

/** The page loads nothing, and no other page can frame it. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** GUARD-03: replaces every page until the vault has its first administrator. The link loads the requested page. */
export const SETTING_UP_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<title>${Messages.beingSetUp}</title>
<style>
html { background: #f5f6f8; color: #1a2233; }
a { color: #1634a4; }
@media (prefers-color-scheme: dark) { html { background: #14181f; color: #e6e9ef; } a { color: #9db4ff; } }
body { background: inherit; display: grid; place-content: center; min-height: 100vh; margin: 0; padding: 16px; box-sizing: border-box;
  font: 16px/1.5 system-ui, sans-serif; text-align: center; }
h1 { margin: 0 0 8px; font-size: 20px; }
p { margin: 0; }
</style>
</head>
<body>
<main>
<h1>${Messages.beingSetUp}</h1>
<p>${Messages.comeBackLater} <a href="">${Messages.tryAgain}</a></p>
</main>
</body>
</html>
`;
