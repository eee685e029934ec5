import { expect, test } from 'vitest';
import { withOwnOrigin } from './own-origin.ts';

const PAGE = 'http://localhost:8080';

test.each([
  ['http://127.0.0.1:8080/api/v2/upload/x?y=1', `${PAGE}/api/v2/upload/x?y=1`],
  ['https://vault.example.test/api/v1/previews/t', `${PAGE}/api/v1/previews/t`],
  ['https://vault.example.test/s/token', 'https://vault.example.test/s/token'],
  ['https://vault.example.test/office/t', 'https://vault.example.test/office/t'],
  ['https://store.example.test/bucket/api/x', 'https://store.example.test/bucket/api/x'],
  ['see http://127.0.0.1/api/', 'see http://127.0.0.1/api/'],
  [
    { url: 'http://127.0.0.1:8080/api/z', name: 'a.zip' },
    { url: `${PAGE}/api/z`, name: 'a.zip' },
  ],
  [{ url: null }, { url: null }],
  [true, true],
  [null, null],
  [[1], [1]],
])('GUARD-04 %j is used as %j', (data, used) => expect(withOwnOrigin(data, PAGE)).toEqual(used));
