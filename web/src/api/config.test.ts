import { contract, type Endpoint } from '@vault/contract';
import { expect, test } from 'vitest';
import { baseAddress, baseAddressesOf, helpAddressOf, setBaseAddresses } from './config.ts';

const CONFIG = JSON.stringify({
  platform: 'eu',
  platforms: { eu: { apiBase: 'https://api.example.test', scanBase: 'https://scan.example.test' } },
});

test('API-02 the base addresses are read from the platform that the configuration names', () => {
  expect(baseAddressesOf(CONFIG)).toEqual({
    apiBase: 'https://api.example.test',
    scanBase: 'https://scan.example.test',
  });
});

test('API-03 scan calls use the scan base, all other calls the base of the platform', () => {
  setBaseAddresses(baseAddressesOf(CONFIG));
  const scan: Endpoint = contract.upload.scan;
  expect(baseAddress(scan.path)).toBe('https://scan.example.test');
  const others: Endpoint[] = Object.values(contract)
    .flatMap((area) => Object.values<Endpoint>(area))
    .filter((endpoint) => endpoint !== scan);
  expect(new Set(others.map(({ path }) => baseAddress(path)))).toEqual(new Set(['https://api.example.test']));
});

test.each([null, '', '{', '{"platform":"us","platforms":{}}', '{}'])(
  'without a valid configuration (%j) calls use the origin of the page',
  (text) => {
    expect(baseAddressesOf(text)).toEqual({ apiBase: '', scanBase: '' });
  },
);

test('PREVIEW-06 the help address is an http or https address, otherwise null', () => {
  expect(helpAddressOf('{"helpUrl":"https://help.example.test/vault"}')).toBe(
    'https://help.example.test/vault',
  );
  for (const text of [null, '', '{', '{}', '{"helpUrl":""}', '{"helpUrl":"javascript:alert(1)"}']) {
    expect(helpAddressOf(text)).toBeNull();
  }
});
