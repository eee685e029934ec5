import { expect, test } from 'vitest';
import { returnPath } from './return-path.ts';

test('AUTH-03 a path of the vault is returned unchanged', () => {
  expect(returnPath('/vault?folder=fldA00000000000001&page=2')).toBe(
    '/vault?folder=fldA00000000000001&page=2',
  );
});

test.each([
  undefined,
  '',
  'vault',
  'https://evil.example/vault',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/vault/..//evil.example',
  '/./\\evil.example',
  '/login?from=/login',
  '/login/callback?code=x',
  'javascript:alert(1)',
])('AUTH-03 a path outside of the vault is replaced by the start page: %j', (from) => {
  expect(returnPath(from)).toBe('/vault');
});
