import { describe, expect, it } from 'vitest';
import { readConfig } from './index.ts';

const SECRET = 'x'.repeat(32);
const URL = 'https://logs.example.test/vault?source=1';

describe('AUDIT-08 settings of the programs that follow the audit', () => {
  it('AUDIT-08 no program follows by default', () =>
    expect(readConfig({})).toMatchObject({ auditSyslog: null, auditWebhook: null }));

  it.each([
    ['udp://logs.example.test:5514', { transport: 'udp', host: 'logs.example.test', port: 5514 }],
    ['tcp://logs_1', { transport: 'tcp', host: 'logs_1', port: 514 }],
    ['TLS://logs.example.test/', { transport: 'tls', host: 'logs.example.test', port: 6514 }],
    ['tls://[2001:db8::1]:6515', { transport: 'tls', host: '2001:db8::1', port: 6515 }],
  ])('AUDIT-08 AUDIT_SYSLOG can be %s', (value, syslog) =>
    expect(readConfig({ AUDIT_SYSLOG: value }).auditSyslog).toEqual(syslog),
  );

  it.each([
    'logs.example.test:514',
    'http://logs.example.test',
    'udp://',
    'udp://host:0',
    'udp://host:65536',
    'tcp://user@host:514',
    'tcp://host:514/path',
    'tls://host?ca=x',
    'tls://[x]:1',
  ])('AUDIT-08 AUDIT_SYSLOG cannot be %s', (value) =>
    expect(() => readConfig({ AUDIT_SYSLOG: value })).toThrow(
      'The setting AUDIT_SYSLOG cannot be used: it must be udp://host:514, tcp://host:514 or tls://host:6514, without path, user and password.',
    ),
  );

  it.each([URL, 'http://127.0.0.1:9000/audit'])('AUDIT-08 AUDIT_WEBHOOK_URL can be %s', (url) =>
    expect(readConfig({ AUDIT_WEBHOOK_URL: url, AUDIT_WEBHOOK_SECRET: SECRET }).auditWebhook).toEqual({
      url,
      secret: SECRET,
    }),
  );

  it.each([
    'http://logs.example.test',
    'https://a:b@logs.example.test',
    'https://logs.example.test#x',
    'logs',
  ])('AUDIT-08 AUDIT_WEBHOOK_URL cannot be %s', (url) =>
    expect(() => readConfig({ AUDIT_WEBHOOK_URL: url, AUDIT_WEBHOOK_SECRET: SECRET })).toThrow(
      /^The setting AUDIT_WEBHOOK_URL cannot be used: it must be an https address [^\n]*\.$/,
    ),
  );

  it.each([
    [
      { AUDIT_WEBHOOK_URL: URL },
      'The setting AUDIT_WEBHOOK_SECRET is missing: AUDIT_WEBHOOK_URL cannot be used without it.',
    ],
    [
      { AUDIT_WEBHOOK_SECRET: SECRET },
      'The setting AUDIT_WEBHOOK_URL is missing: AUDIT_WEBHOOK_SECRET cannot be used without it.',
    ],
    [
      { AUDIT_WEBHOOK_URL: URL, AUDIT_WEBHOOK_SECRET: 'short' },
      'The setting AUDIT_WEBHOOK_SECRET cannot be used: it must have 32 characters or more, as of openssl rand -hex 32.',
    ],
  ])('AUDIT-08 %j stops the start with one sentence', (environment, sentence) => {
    const read = () => readConfig(environment);
    expect(read).toThrow(expect.objectContaining({ message: sentence }));
  });
});
