import type { Random } from '../support/random.ts';
import type { Draft } from './draft.ts';

const TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'application/json; charset=utf-16',
  'application/json; charset=nonsense',
  'application/JSON',
  'application/offset+octet-stream',
  'application/octet-stream',
  'application/xml',
  'json',
  '',
  '/',
  'a/b; c=";',
];

const WHOLE_BODIES = [
  'null',
  'true',
  '0',
  '"text"',
  '[]',
  '{',
  '}',
  '{"a":1}{"b":2}',
  '{"a":1,}',
  "{'a':1}",
  '[1e999]',
  '{"a":NaN}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"x":1}}}',
  String.raw`"\ud800"`,
  '\u0000',
  '\uFEFF{}',
  ' ',
  '--x--',
  'a=1&b=2',
  '<a/>',
];
const RAW_BYTES = ['ff', 'fe', 'c0', 'c080', 'eda080', 'f4908080', 'f8', '80', '00'];
const DEEP = 100_000;

/** Breaks the body of a request or its type. */
export function breakBody(draft: Draft, random: Random): Draft {
  const method = random.chance(0.3) ? random.pick(['POST', 'PUT', 'PATCH', 'DELETE', 'GET']) : draft.method;
  const body = brokenBody(draft.body ?? Buffer.from('{}'), random);
  const type = random.chance(0.5) ? 'application/json' : random.pick(TYPES);
  const headers: Draft['headers'] = random.chance(0.05) ? [] : [['content-type', type]];
  return { ...draft, method, headers, body };
}

function brokenBody(body: Buffer, random: Random): Buffer {
  const at = random.below(body.length + 1);
  switch (random.weighted({ cut: 2, whole: 4, raw: 2, number: 2, twice: 1, deep: 0.2, random: 1, kept: 2 })) {
    case 'cut':
      return body.subarray(0, at);
    case 'whole':
      return Buffer.from(random.pick(WHOLE_BODIES));
    case 'raw':
      return Buffer.concat([
        body.subarray(0, at),
        Buffer.from(random.pick(RAW_BYTES), 'hex'),
        body.subarray(at),
      ]);
    case 'number':
      return Buffer.from(
        body
          .toString()
          .replace(/\d+|true|false|null/, random.pick(['1e999', '-1e999', `1${'0'.repeat(400)}`, '00', '-'])),
      );
    case 'twice':
      return Buffer.concat([body, body]);
    case 'deep':
      return Buffer.from(random.chance(0.5) ? '['.repeat(DEEP) : '{"a":'.repeat(DEEP));
    case 'random':
      return random.bytes(random.below(2000));
    default:
      return body;
  }
}
