import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

test('UPLOAD-39 D-41 the largest upload is 5 GB, or the configured size', () => {
  expect(readConfig({}).maxUploadBytes).toBe(5_368_709_120);
  expect(readConfig({ MAX_UPLOAD_BYTES: '1000' }).maxUploadBytes).toBe(1000);
});

const PUBLIC_URL = 'https://vault.example.test';

describe('the settings of mail', () => {
  test('without settings, mails are written to files', () => {
    expect(readConfig({})).toMatchObject({
      smtpUrl: null,
      mailFrom: 'portal-vault@localhost',
      brand: { name: 'Portal Vault', color: '#1634A4' },
    });
    expect(readConfig({ SMTP_URL: '', MAIL_FROM: '' }).smtpUrl).toBeNull();
  });

  test.each([
    'smtp://localhost',
    'smtp://127.0.0.1:2525/',
    'smtps://mail.example.test',
    'smtp://user%40example.test:p%3A%2Fw@mail.example.test:587',
    'smtp://[::1]:25',
  ])('SMTP_URL can be %s', (url) => {
    expect(readConfig({ PUBLIC_URL, SMTP_URL: url, MAIL_FROM: 'vault@example.test' }).smtpUrl).toBe(url);
  });

  test.each([
    'mail.example.test',
    'http://mail.example.test',
    'smtp://',
    'smtp://user:top%secret@mail.example.test',
    'smtp://user:secret@mail.example.test/?tls.rejectUnauthorized=false',
    'smtp://mail.example.test/x',
  ])('SMTP_URL cannot be %s, and the message contains no password', (url) => {
    const read = () => readConfig({ PUBLIC_URL, SMTP_URL: url, MAIL_FROM: 'vault@example.test' });
    expect(read).toThrow(/^The setting SMTP_URL cannot be used: it must be smtp:\/\/host/);
    expect(read).not.toThrow(/secret/);
  });

  test('a mail server needs a sender address', () => {
    expect(() => readConfig({ PUBLIC_URL, SMTP_URL: 'smtp://localhost' })).toThrow(
      'The setting MAIL_FROM is missing: with SMTP_URL, say from which address mails come.',
    );
  });

  test.each(['vault', 'Vault <vault@example.test>', 'a@b.test, c@d.test', 'a@b.test\nBcc: c@d.test'])(
    'MAIL_FROM cannot be %j',
    (from) =>
      expect(() => readConfig({ MAIL_FROM: from })).toThrow(/MAIL_FROM cannot be used: it must be one/),
  );

  test('the brand is a name of one line and a colour', () => {
    const settings = { BRAND_NAME: ' Müller & Söhne ', BRAND_COLOR: '#A0b1C2' };
    expect(readConfig(settings).brand).toEqual({ name: 'Müller & Söhne', color: '#A0b1C2' });
    expect(() => readConfig({ BRAND_NAME: 'a\nb', BRAND_COLOR: 'red;background:url(x)' })).toThrow(
      ConfigError,
    );
    expect(() => readConfig({ BRAND_NAME: 'a\nb' })).toThrow(
      /BRAND_NAME cannot be used: it must be one line/,
    );
    expect(() => readConfig({ BRAND_NAME: 'a'.repeat(61) })).toThrow(/at most 60/);
    expect(() => readConfig({ BRAND_COLOR: 'red' })).toThrow(
      /BRAND_COLOR cannot be used: it must be a colour/,
    );
  });

  test('all problems are reported together', () => {
    expect(() => readConfig({ SMTP_URL: 'x', BRAND_COLOR: 'red', PORT: 'y' })).toThrow(
      /PORT[^]*SMTP_URL[^]*BRAND_COLOR[^]*MAIL_FROM is missing/,
    );
  });
});

describe('GUARD-06 the settings of the secret key', () => {
  const key = 'ab'.repeat(32);

  test('GUARD-06 the key is given as 64 hexadecimal characters or as a file, else it is in DATA_DIR', () => {
    expect(readConfig({})).toMatchObject({ secretKey: null, secretKeyFile: null });
    expect(readConfig({ SECRET_KEY: key })).toMatchObject({ secretKey: key, secretKeyFile: null });
    expect(readConfig({ SECRET_KEY_FILE: '/etc/key' })).toMatchObject({ secretKeyFile: '/etc/key' });
    expect(() => readConfig({ SECRET_KEY: key, SECRET_KEY_FILE: '/etc/key' })).toThrow(
      'The settings SECRET_KEY and SECRET_KEY_FILE cannot be used together: remove one of them.',
    );
  });

  test.each(['short', 'x'.repeat(64), `${key}00`])(
    'GUARD-06 the key %s is refused, not repeated',
    (wrong) => {
      const read = () => readConfig({ SECRET_KEY: wrong });
      expect(read).toThrow(/SECRET_KEY cannot be used: it must be 64 hexadecimal characters/);
      expect(read).not.toThrow(wrong);
    },
  );
});
