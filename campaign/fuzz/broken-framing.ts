import type { Random } from '../support/random.ts';
import type { Draft } from './draft.ts';
import { frame, type Framed, headOf } from './frame.ts';

type DraftWithBody = Draft & { body: Buffer };
type Framing = (draft: DraftWithBody, random: Random) => Framed;

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

/** Invalid bodies of `transfer-encoding: chunked`. */
const BROKEN_CHUNKS = [
  'zz\r\n',
  '-1\r\n',
  'ffffffffffffffffff\r\n',
  '2\r\n{}x',
  '2;\u0000\r\n{}\r\n0\r\n\r\n',
];

const LONG_HEADER = `x: ${'y'.repeat(70_000)}`;

/** How often each framing is chosen. */
const WEIGHTS = {
  cut: 3,
  tooLong: 2,
  tooShort: 1,
  chunked: 2,
  brokenChunk: 1,
  brokenHeader: 3,
  brokenLine: 2,
  longHeader: 0.3,
};
const FRAMINGS: Record<keyof typeof WEIGHTS, Framing> = {
  cut,
  tooLong,
  tooShort,
  chunked,
  brokenChunk,
  brokenHeader,
  brokenLine,
  longHeader,
};

/** Encodes a request whose length, encoding, first line or headers are wrong. */
export function frameBroken(draft: Draft, random: Random): Framed {
  const framing = FRAMINGS[random.weighted(WEIGHTS)];
  return framing({ ...draft, body: draft.body ?? Buffer.from('{}') }, random);
}

/** The connection is closed before the end of the request. */
function cut(draft: DraftWithBody, random: Random): Framed {
  const { bytes, method } = frame(draft);
  return { bytes: bytes.subarray(0, random.below(bytes.length)), method, kind: 'cut' };
}

/** The stated length is more than the body has. */
function tooLong(draft: DraftWithBody, random: Random): Framed {
  const { method, body } = draft;
  const head = headOf(draft, [`content-length: ${body.length + 1 + random.below(5000)}`]);
  return { bytes: Buffer.concat([head, body]), method, kind: 'cut' };
}

/** The stated length is less than the body has. */
function tooShort(draft: DraftWithBody): Framed {
  const { method, body } = draft;
  const head = headOf(draft, [`content-length: ${Math.floor(body.length / 2)}`]);
  return { bytes: Buffer.concat([head, body]), method, kind: 'broken' };
}

/** A valid body in one chunk. */
function chunked(draft: DraftWithBody): Framed {
  const { method, body } = draft;
  const head = headOf(draft, ['transfer-encoding: chunked']);
  return { bytes: Buffer.concat([head, inChunks(body)]), method, kind: 'whole' };
}

function inChunks(body: Buffer): Buffer {
  const size = body.length.toString(16);
  const chunk = body.length === 0 ? [] : [Buffer.from(`${size}\r\n`), body, Buffer.from('\r\n')];
  return Buffer.concat([...chunk, Buffer.from('0\r\n\r\n')]);
}

function brokenChunk(draft: DraftWithBody, random: Random): Framed {
  const head = headOf(draft, ['transfer-encoding: chunked']);
  const body = Buffer.from(random.pick(BROKEN_CHUNKS));
  return { bytes: Buffer.concat([head, body]), method: draft.method, kind: 'cut' };
}

function brokenHeader(draft: DraftWithBody, random: Random): Framed {
  const { method, body } = draft;
  const head = headOf(draft, [random.pick(BROKEN_HEADERS), `content-length: ${body.length}`]);
  return { bytes: Buffer.concat([head, body]), method, kind: 'broken' };
}

function brokenLine({ method, target }: DraftWithBody, random: Random): Framed {
  const line = random.pick([
    `${method.toLowerCase()} ${target} HTTP/1.1`,
    `BREW ${target} HTTP/1.1`,
    `PROPFIND ${target} HTTP/1.1`,
    `TRACE ${target} HTTP/1.1`,
    `CONNECT example.test:443 HTTP/1.1`,
    `OPTIONS * HTTP/1.1`,
    `${method} ${target} HTTP/1.0`,
    `${method} ${target} HTTP/0.9`,
    `${method} ${target} HTTP/2.0`,
    `${method} ${target}`,
    'PRI * HTTP/2.0',
    '\u0016\u0003\u0001\u0002\u0000',
  ]);
  const bytes = Buffer.from(`${line}\r\nhost: vault\r\nconnection: close\r\n\r\n`, 'latin1');
  return { bytes, method, kind: 'cut' };
}

function longHeader({ method }: DraftWithBody): Framed {
  const bytes = Buffer.from(`${method} /api/v1/auth/me HTTP/1.1\r\n${LONG_HEADER}\r\n\r\n`, 'latin1');
  return { bytes, method, kind: 'cut' };
}
