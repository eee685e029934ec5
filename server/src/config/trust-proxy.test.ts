import { describe, expect, test } from 'vitest';
import { readConfig } from './index.ts';

const PUBLIC_URL = 'https://vault.example.test';
const read = (TRUST_PROXY: string) => readConfig({ TRUST_PROXY, PUBLIC_URL }).trustProxy;

describe('GUARD-05 TRUST_PROXY', () => {
  test.each([
    ['', false],
    ['false', false],
    ['127.0.0.1', ['127.0.0.1']],
    [' 10.0.0.0/8 , ::1,fd00::/8 ', ['10.0.0.0/8', '::1', 'fd00::/8']],
    ['1', 1],
    ['16', 16],
  ])('%j is %j', (value, trusted) => expect(read(value)).toEqual(trusted));

  test('true is refused with a sentence that says what to write', () => {
    expect(() => read('true')).toThrow(
      'The setting TRUST_PROXY cannot be used: it must say which proxies to trust instead of true: write TRUST_PROXY=127.0.0.1 for a proxy on this machine, otherwise the addresses or ranges of your proxies.',
    );
  });

  test.each([
    'yes',
    'proxy.example.test',
    'loopback',
    '0',
    '17',
    '-1',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0/8',
    'fd00::/129',
    '127.0.0.1,',
    '127.0.0.1:80',
  ])('%s is refused', (value) => {
    expect(() => read(value)).toThrow(
      /^The setting TRUST_PROXY cannot be used: it must be the addresses or ranges of your proxies/,
    );
  });
});
