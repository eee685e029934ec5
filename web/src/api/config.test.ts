import { expect, test } from 'vitest';
import { baseAddressesOf } from './config.ts';

const CONFIG = JSON.stringify({
  platform: 'eu',
  platforms: { eu: { apiBase: 'https://api.example.test', scanBase: 'https://scan.example.test' } },
});

test('API-01 the base addresses are those of the platform in the configuration', () => {
  expect(baseAddressesOf(CONFIG)).toEqual({
    apiBase: 'https://api.example.test',
    scanBase: 'https://scan.example.test',
  });
});

test.each([null, '', '{', '{"platform":"us","platforms":{}}', '{}'])(
  'without a usable configuration (%j) calls go to this origin',
  (text) => {
    expect(baseAddressesOf(text)).toEqual({ apiBase: '', scanBase: '' });
  },
);
