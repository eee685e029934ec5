import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('WOPI_CLIENT_URL is the address of the office service; without it there is none', () => {
  expect(readConfig({}).wopiClientUrl).toBeNull();
  expect(readConfig({ WOPI_CLIENT_URL: '' }).wopiClientUrl).toBeNull();
  for (const url of ['https://office.example.test', 'http://10.0.0.5:9980/hosting/discovery']) {
    expect(readConfig({ WOPI_CLIENT_URL: url }).wopiClientUrl).toBe(url);
  }
});

test.each(['office.example.test', 'ftp://office.example.test', 'https://', 'x', 'javascript:alert(1)'])(
  'WOPI_CLIENT_URL %j stops the start with a sentence that explains why',
  (url) => {
    expect(() => readConfig({ WOPI_CLIENT_URL: url })).toThrow(
      'The setting WOPI_CLIENT_URL cannot be used: it must be an http or https address.',
    );
  },
);
