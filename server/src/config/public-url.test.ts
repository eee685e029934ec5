import { expect, test } from 'vitest';
import { readConfig } from './index.ts';

const MAIL = { SMTP_URL: 'smtp://localhost', MAIL_FROM: 'vault@example.test' };

test.each([
  ['HOST is 0.0.0.0', { HOST: '0.0.0.0' }],
  ['HOST is ::', { HOST: '::' }],
  ['HOST is vault.example.test', { HOST: 'vault.example.test' }],
  ['TRUST_PROXY is set', { TRUST_PROXY: '127.0.0.1' }],
  ['SMTP_URL is set', MAIL],
  [
    'HOST is 10.0.0.1 and TRUST_PROXY is set and SMTP_URL is set',
    { HOST: '10.0.0.1', TRUST_PROXY: '1', ...MAIL },
  ],
])('GUARD-04 without PUBLIC_URL the vault does not start while %s', (reasons, settings) => {
  expect(() => readConfig(settings)).toThrow(
    `The setting PUBLIC_URL is missing while ${reasons}: write the address that people use, such as PUBLIC_URL=https://vault.example.com.`,
  );
  const PUBLIC_URL = 'https://vault.example.test';
  expect(readConfig({ ...settings, PUBLIC_URL })).toMatchObject({ publicUrl: PUBLIC_URL });
});

test.each([{}, { HOST: 'localhost' }, { HOST: '127.1', TRUST_PROXY: 'false', SMTP_URL: '' }])(
  'GUARD-04 on a loopback address PUBLIC_URL is not needed: %j',
  (settings) => expect(readConfig(settings).publicUrl).toBeNull(),
);

test('GUARD-04 it is reported together with all other problems', () => {
  expect(() => readConfig({ HOST: '0.0.0.0', PORT: 'x', TRUST_PROXY: 'true', DEMO: 'true' })).toThrow(
    /PORT cannot be used[^]*TRUST_PROXY cannot be used[^]*PUBLIC_URL is missing[^]*DEMO cannot be true/,
  );
});
