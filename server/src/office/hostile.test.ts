import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createOfficeTestSetup,
  type Opened,
  openFile,
  type OfficeTestSetup,
} from '../testing/office-test-setup.ts';

// Uses real HTTP and PostgreSQL, and a service without keys, so that no signature is checked.

let setup: OfficeTestSetup;
let file: Opened;
beforeAll(async () => {
  setup = await createOfficeTestSetup({}, { isSigning: false });
  file = await openFile(setup);
});
afterAll(() => setup.close());

/** All kinds of text that a header can contain. */
const headerText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '..',
    '+',
    '+AAA-',
    '+2D0-',
    '+2D0',
    'null',
    '-1',
    '1e999',
    'true',
    'x'.repeat(5000),
    "';--",
  ),
  fc.string({
    unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCodePoint(code)),
    maxLength: 60,
  }),
  fc.string({
    unit: fc.integer({ min: 0x80, max: 0xff }).map((code) => String.fromCodePoint(code)),
    maxLength: 10,
  }),
);

const OPERATIONS = [
  'LOCK',
  'UNLOCK',
  'REFRESH_LOCK',
  'GET_LOCK',
  'PUT',
  'PUT_RELATIVE',
  'RENAME_FILE',
  'PUT_USER_INFO',
  'COBALT',
  '__proto__',
];
const HEADERS = [
  'x-wopi-lock',
  'x-wopi-oldlock',
  'x-wopi-suggestedtarget',
  'x-wopi-relativetarget',
  'x-wopi-overwriterelativetarget',
  'x-wopi-requestedname',
  'x-wopi-size',
  'x-wopi-maxexpectedsize',
  'x-cool-wopi-timestamp',
  'x-wopi-proof',
  'x-wopi-timestamp',
  'content-type',
  'range',
];

const drafts = fc.record({
  operation: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...OPERATIONS) },
    { weight: 1, arbitrary: headerText },
  ),
  path: fc.constantFrom('', '', '/contents', '/other'),
  method: fc.constantFrom('GET', 'POST', 'POST', 'POST', 'PUT', 'DELETE'),
  headers: fc.dictionary(fc.constantFrom(...HEADERS), headerText, { maxKeys: 5 }),
  body: fc.option(fc.uint8Array({ maxLength: 200 }), { nil: null }),
});

test('the server withstands any input of a service with a valid token', async () => {
  await fc.assert(
    fc.asyncProperty(drafts, async ({ operation, path, method, headers, body }) => {
      const reply = await setup.service.call(file.document, path, {
        method,
        headers: { ...headers, 'x-wopi-override': operation },
        ...(method !== 'GET' && body !== null && { body: Buffer.from(body) }),
      });
      await reply.arrayBuffer();
      expect([200, 206, 400, 404, 409, 412, 416, 501]).toContain(reply.status);
    }),
    { numRuns: 300 },
  );
});

test.each([
  '',
  '?access_token=a&access_token=b',
  '?access_token[]=x',
  '?access_token=%ff',
  '?access_token=%',
  '?x=%00',
])('a call with the query %j is refused', async (query) => {
  const { wopiSource } = file.document;
  for (const path of [
    wopiSource,
    `${wopiSource}/contents`,
    wopiSource.replace(/fil\w+$/, '%00'),
    `${wopiSource}x`,
  ]) {
    for (const method of ['GET', 'POST']) {
      expect([400, 401, 404]).toContain((await fetch(path + query, { method })).status);
    }
  }
});

test('the server ends a refused body of any size', async () => {
  const { wopiSource } = file.document;
  const large = new ReadableStream({
    pull: (controller) => controller.enqueue(Buffer.alloc(65_536)),
  });
  const init = { method: 'POST', body: large, duplex: 'half' } as RequestInit;
  // Either the reply arrives, or the connection is closed because the sender does not read.
  const status = await fetch(`${wopiSource}/contents?access_token=x`, init).then(
    (reply) => reply.status,
    () => 'closed',
  );
  expect([401, 'closed']).toContain(status);
});
