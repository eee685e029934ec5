import { describe, expect, test } from 'vitest';
import { isLoopbackAddress, isLoopbackHost, readConfig } from './index.ts';

const LOOPBACK = [
  'localhost',
  'LocalHost',
  '127.0.0.1',
  '127.1',
  '127.200.3.4',
  '2130706433',
  '0x7f.1',
  '::1',
  '[::1]',
  '0:0:0:0:0:0:0:1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
];
const OTHERS = [
  '0.0.0.0',
  '0',
  '::',
  '192.168.1.5',
  '128.1',
  'fe80::1',
  '::ffff:10.0.0.1',
  'vault.example.test',
  'localhost.example.test',
  '127.0.0.1.example.test',
  '127.0.0.256',
  '',
];

describe('GUARD-01 loopback addresses', () => {
  test.each(LOOPBACK)('%s is one', (host) => expect(isLoopbackHost(host)).toBe(true));
  test.each(OTHERS)('%j is none', (host) => expect(isLoopbackHost(host)).toBe(false));

  test('the address of a socket is one in both families', () => {
    expect(['127.0.0.1', '::1', '::ffff:127.0.0.1'].map(isLoopbackAddress)).toEqual([true, true, true]);
    expect(['10.0.0.1', '::ffff:10.0.0.1', 'localhost', ''].map(isLoopbackAddress)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});

/** Each excludes the demo; with the settings that it needs. */
const EXCLUDING: [string, Record<string, string>, string][] = [
  ['HOST', { HOST: '0.0.0.0', PUBLIC_URL: 'http://127.0.0.1:8080' }, 'HOST is 0.0.0.0'],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://vault.example.test' }, 'PUBLIC_URL is not a loopback address'],
  ['TRUST_PROXY', { TRUST_PROXY: '127.0.0.1', PUBLIC_URL: 'http://127.0.0.1:8080' }, 'TRUST_PROXY is set'],
  [
    'OIDC_ISSUER',
    { OIDC_ISSUER: 'https://login.example.test', OIDC_CLIENT_ID: 'vault' },
    'OIDC_ISSUER is set',
  ],
  [
    'SMTP_URL',
    { SMTP_URL: 'smtp://localhost', MAIL_FROM: 'a@example.test', PUBLIC_URL: 'http://127.0.0.1:8080' },
    'SMTP_URL is set',
  ],
  ['ACCOUNTS_FILE', { ACCOUNTS_FILE: 'accounts.json' }, 'ACCOUNTS_FILE is set'],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://db.example.test/vault' }, 'DATABASE_URL is set'],
];

describe('GUARD-01 the demo', () => {
  test.each(LOOPBACK.filter((host) => !host.startsWith('[')))('is on while HOST is %s', (host) => {
    expect(readConfig({ HOST: host }).demo).toEqual({ isOn: true, isRequired: false });
  });

  test('is on without settings, and with a loopback PUBLIC_URL', () => {
    expect(readConfig({}).demo).toEqual({ isOn: true, isRequired: false });
    const settings = { PUBLIC_URL: 'http://localhost:9000', TRUST_PROXY: 'false', DEMO: '', SMTP_URL: '' };
    expect(readConfig(settings).demo).toEqual({ isOn: true, isRequired: false });
  });

  test.each(EXCLUDING)('is off with %s', (_, settings, reason) => {
    expect(readConfig(settings).demo).toEqual({ isOn: false, reasons: [reason] });
  });

  test.each(EXCLUDING)('DEMO=true with %s stops the start with a sentence', (name, settings, reason) => {
    const remedy = name === 'HOST' ? 'write HOST=127.0.0.1' : `remove ${name}`;
    expect(() => readConfig({ ...settings, DEMO: 'true' })).toThrow(
      `The setting DEMO cannot be true while ${reason}, because the passwords of the demo accounts are public: write DEMO=false, or ${remedy}.`,
    );
  });

  test('DEMO=false turns it off, DEMO=true makes it required, other values are refused', () => {
    expect(readConfig({ DEMO: 'false' }).demo).toEqual({ isOn: false, reasons: ['DEMO is false'] });
    expect(readConfig({ DEMO: 'true' }).demo).toEqual({ isOn: true, isRequired: true });
    expect(() => readConfig({ DEMO: 'yes' })).toThrow(
      'The setting DEMO cannot be used: it must be true or false.',
    );
  });
});
