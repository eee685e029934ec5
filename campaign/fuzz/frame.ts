import type { Random } from '../support/random.ts';
import type { Draft } from './draft.ts';

/** The bytes of a request, and what the server may do with it. */
export interface Framed {
  bytes: Buffer;
  method: string;
  /** whole: the server must reply; broken: it may close the connection; cut: the client closes before the end */
  kind: 'whole' | 'broken' | 'cut';
}

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

/** Headers that Node's parser refuses, or that contradict each other. */
const BROKEN_HEADERS: readonly string[] = [
  'no colon',
  ': no name',
  'a b: c',
  'x: \u0001',
  ' folded: value',
  'transfer-encoding: chunked',
  'transfer-encoding: identity',
  'transfer-encoding: gzip, chunked',
  'content-length: -1',
  'content-length: x',
  'content-length: 5, 6',
  'content-length: 99999999999999999999',
  'host: a\r\nhost: b',
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

/** Replaces the path by one that no client builds, or inserts bytes into it. */
export function breakTarget(draft: Draft, random: Random): Draft {
  const { target } = draft;
  const at = 1 + random.below(target.length);
  const inserted = random.pick([
    '/',
    '//',
    '/..',
    '%',
    '%00',
    '%ff',
    '%2f',
    ';',
    '\\',
    '\u00FF',
    '?',
    '#',
    ':',
  ]);
  const target2 = random.chance(0.4)
    ? random.pick(ODD_TARGETS)
    : target.slice(0, at) + inserted + target.slice(at);
  return { ...draft, target: target2 };
}

/** Adds headers with odd values. */
export function addOddHeaders(draft: Draft, random: Random): Draft {
  const added = Array.from({ length: 1 + random.below(4) }, () => random.pick(ODD_HEADERS));
  if (random.chance(0.03))
    added.push(...Array.from({ length: 300 }, (_, n): [string, string] => [`x-${n}`, 'a']));
  return { ...draft, headers: [...draft.headers, ...added] };
}

/** Encodes a request as HTTP/1.1. */
export function frame(draft: Draft, wanted: [string, string][]): Framed {
  const { method, body } = draft;
  const length = body === null ? [] : [`content-length: ${body.length}`];
  return {
    bytes: Buffer.concat([headOf(draft, wanted, length), body ?? Buffer.alloc(0)]),
    method,
    kind: 'whole',
  };
}

/** Encodes a request whose length, encoding, first line or headers are wrong. */
export function frameBroken(draft: Draft, wanted: [string, string][], random: Random): Framed {
  const { method } = draft;
  const body = draft.body ?? Buffer.from('{}');
  const whole = (head: Buffer, rest: Buffer, kind: Framed['kind']) => ({
    bytes: Buffer.concat([head, rest]),
    method,
    kind,
  });
  switch (
    random.weighted({ cut: 3, long: 2, short: 1, chunked: 2, badChunk: 1, header: 3, line: 2, head: 0.3 })
  ) {
    case 'cut': {
      const { bytes } = frame({ ...draft, body }, wanted);
      return { bytes: bytes.subarray(0, random.below(bytes.length)), method, kind: 'cut' };
    }
    case 'long':
      return whole(
        headOf(draft, wanted, [`content-length: ${body.length + 1 + random.below(5000)}`]),
        body,
        'cut',
      );
    case 'short':
      return whole(headOf(draft, wanted, [`content-length: ${Math.floor(body.length / 2)}`]), body, 'broken');
    case 'chunked':
      return whole(headOf(draft, wanted, ['transfer-encoding: chunked']), inChunks(body), 'whole');
    case 'badChunk':
      return whole(
        headOf(draft, wanted, ['transfer-encoding: chunked']),
        Buffer.from(
          random.pick([
            'zz\r\n',
            '-1\r\n',
            'ffffffffffffffffff\r\n',
            '2\r\n{}x',
            '2;\u0000\r\n{}\r\n0\r\n\r\n',
          ]),
        ),
        'cut',
      );
    case 'header':
      return whole(
        headOf(draft, wanted, [random.pick(BROKEN_HEADERS), `content-length: ${body.length}`]),
        body,
        'broken',
      );
    case 'line': {
      const line = random.pick([
        `${draft.method.toLowerCase()} ${draft.target} HTTP/1.1`,
        `BREW ${draft.target} HTTP/1.1`,
        `PROPFIND ${draft.target} HTTP/1.1`,
        `TRACE ${draft.target} HTTP/1.1`,
        `CONNECT example.test:443 HTTP/1.1`,
        `OPTIONS * HTTP/1.1`,
        `${draft.method} ${draft.target} HTTP/1.0`,
        `${draft.method} ${draft.target} HTTP/0.9`,
        `${draft.method} ${draft.target} HTTP/2.0`,
        `${draft.method} ${draft.target}`,
        'PRI * HTTP/2.0',
        '\u0016\u0003\u0001\u0002\u0000',
      ]);
      return {
        bytes: Buffer.from(`${line}\r\nhost: vault\r\nconnection: close\r\n\r\n`, 'latin1'),
        method,
        kind: 'cut',
      };
    }
    default:
      return {
        bytes: Buffer.from(
          `${draft.method} /api/v1/auth/me HTTP/1.1\r\nx: ${'y'.repeat(70_000)}\r\n\r\n`,
          'latin1',
        ),
        method,
        kind: 'cut',
      };
  }
}

function headOf(
  { method, target, headers }: Draft,
  wanted: [string, string][],
  more: readonly string[],
): Buffer {
  const lines = [
    `${method} ${target.replaceAll(/[\r\n ]/g, '+')} HTTP/1.1`,
    'host: vault',
    ...[...wanted, ...headers].map(([name, value]) => `${name}: ${value}`),
    ...more,
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

function inChunks(body: Buffer): Buffer {
  const size = body.length.toString(16);
  const chunk = body.length === 0 ? [] : [Buffer.from(`${size}\r\n`), body, Buffer.from('\r\n')];
  return Buffer.concat([...chunk, Buffer.from('0\r\n\r\n')]);
}
