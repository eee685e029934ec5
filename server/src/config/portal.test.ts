import { expect, it } from 'vitest';
import { ConfigError, readConfig } from './index.ts';

it('PORTAL_ORIGINS are origins separated by commas; without it there are none', () => {
  expect(readConfig({}).portalOrigins).toEqual([]);
  expect(
    readConfig({ PORTAL_ORIGINS: 'https://a.example.test, http://127.0.0.1:4000' }).portalOrigins,
  ).toEqual(['https://a.example.test', 'http://127.0.0.1:4000']);
});

it.each([
  '*',
  'portal.example.test',
  'https://portal.example.test/',
  'https://portal.example.test/vault',
  'https://*.example.test',
  'https://a.example.test,',
  'ftp://a.example.test',
  'null',
])('the server refuses PORTAL_ORIGINS %s, because no browser sends it', (value) => {
  expect(() => readConfig({ PORTAL_ORIGINS: value })).toThrow(ConfigError);
});
