import type { Random } from '../support/random.ts';
import type { Draft } from './draft.ts';

const ODD_HEADERS: readonly [string, string][] = [
  ['accept', '*/*;q=nonsense'],
  ['accept', ''],
  ['accept-encoding', 'gzip;q=0, *;q=0'],
  ['accept-language', '\u00FF'],
  ['authorization', 'Bearer'],
  ['authorization', 'Bearer '],
  ['authorization', 'Bearer \u00FF\u00FE'],
  ['authorization', `Bearer ${'x'.repeat(6000)}`],
  ['authorization', 'Basic YTpi'],
  ['authorization', 'Bearer a.b.c'],
  ['content-encoding', 'gzip'],
  ['content-encoding', 'br, gzip'],
  ['content-range', 'bytes 0-1/2'],
  ['cookie', 'a=b; __proto__=c; %=%'],
  ['expect', '100-continue'],
  ['forwarded', 'for="[::1'],
  ['if-match', '*'],
  ['if-none-match', '"a", W/"b", ***'],
  ['if-none-match', '*'],
  ['if-modified-since', 'Thu, 99 Foo 99999 99:99:99 GMT'],
  ['if-range', '"x"'],
  ['last-event-id', '-1'],
  ['last-event-id', '99999999999999999999999'],
  ['origin', 'null'],
  ['origin', 'http://[::1'],
  ['range', 'bytes=0-'],
  ['range', 'bytes=-1'],
  ['range', 'bytes=5-1'],
  ['range', 'bytes=0-0,1-1,2-2'],
  ['range', 'bytes=99999999999999999999-'],
  ['range', 'items=1'],
  ['referer', '\u00E9'],
  ['sec-fetch-site', 'cross-site'],
  ['te', 'trailers'],
  ['traceparent', '00-zz-zz-zz'],
  ['upgrade', 'websocket'],
  ['upload-offset', '-1'],
  ['upload-offset', '0'],
  ['upload-offset', '1e9'],
  ['upload-offset', '99999999999999999999'],
  ['upload-length', '0'],
  ['upload-length', '99999999999999999999'],
  ['upload-length', 'x'],
  ['user-agent', ''],
  ['user-agent', 'x'.repeat(5000)],
  ['x-client-id', 'x'.repeat(1000)],
  ['x-forwarded-for', 'unknown'],
  ['x-forwarded-for', '::ffff:999.1.1.1, , 1.2.3.4:5'],
  ['x-forwarded-host', 'a b'],
  ['x-forwarded-proto', 'gopher'],
  ['x-http-method-override', 'DELETE'],
  ['x-rel-file-name', '%'],
  ['x-rel-file-name', '%ff'],
  ['x-rel-file-name', '../../a'],
  ['x-wopi-override', 'LOCK'],
  ['x-wopi-override', 'PUT_RELATIVE'],
  ['x-wopi-lock', 'x'.repeat(2000)],
];

const ODD_TARGETS = [
  '*',
  '/%',
  '/%00',
  '/%ff%fe',
  '//',
  '//evil.example/',
  '/..',
  '/../../etc/passwd',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/api',
  '/api/',
  '/api/v1/%00',
  '/api//v1///auth/me',
  '/api/v1/auth/me/',
  '/api/v1/auth/me;a=b',
  '/api/v1/auth/%6d%65',
  '/API/V1/AUTH/ME',
  '/wopi/files/',
  '/wopi/files/%ff/contents',
  '/assets/..%2f..%2fpackage.json',
  '/index.html',
  '/?',
  '/#',
  '/\u00E9',
  'http://other.example/api/v1/auth/me',
  'http://',
  `/${'a'.repeat(9000)}`,
  `/api/v1/auth/me?${'a=b&'.repeat(3000)}`,
  `/${'a/'.repeat(3000)}`,
];

/** Inserted into a path. */
const INSERTED = ['/', '//', '/..', '%', '%00', '%ff', '%2f', ';', '\\', '\u00FF', '?', '#', ':'];

const MANY_HEADERS = Array.from({ length: 300 }, (_, n): [string, string] => [`x-${n}`, 'a']);

/** Replaces the path by one that no client builds, or inserts characters into it. */
export function breakTarget(draft: Draft, random: Random): Draft {
  const at = 1 + random.below(draft.target.length);
  const inserted = random.pick(INSERTED);
  const target = random.chance(0.4)
    ? random.pick(ODD_TARGETS)
    : draft.target.slice(0, at) + inserted + draft.target.slice(at);
  return { ...draft, target };
}

/** Adds headers with odd values, and in some cases a large number of headers. */
export function addOddHeaders(draft: Draft, random: Random): Draft {
  const added = Array.from({ length: 1 + random.below(4) }, () => random.pick(ODD_HEADERS));
  if (random.chance(0.03)) added.push(...MANY_HEADERS);
  return { ...draft, headers: [...draft.headers, ...added] };
}
