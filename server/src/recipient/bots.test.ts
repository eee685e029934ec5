import { expect, test } from 'vitest';
import { isBot } from './bots.ts';

const agentOf = (agent: string | undefined, headers = {}) =>
  isBot({ method: 'POST', headers: { 'user-agent': agent, ...headers } });

test.each([
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5',
  'WhatsApp/2.23.20.0 A',
  'Viber/13',
  'Mozilla/5.0 (compatible; Proofpoint URL Defense)',
  'Barracuda Sentinel (EE)',
  'Mozilla/5.0 (compatible; SafeLinks)',
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/120.0 Safari/537.36',
  'curl/8.1',
  'PostmanRuntime/7.36',
  'node',
])('the user agent "%s" is a program', (agent) => expect(agentOf(agent)).toBe(true));

test.each([
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 10; CUBOT P30) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0',
  '',
  undefined,
])('the user agent "%s" is a person', (agent) => expect(agentOf(agent)).toBe(false));

test('a prefetch by a browser and a HEAD request count as programs', () => {
  expect(agentOf('', { 'sec-purpose': 'prefetch;prerender' })).toBe(true);
  expect(isBot({ method: 'HEAD', headers: {} })).toBe(true);
});
