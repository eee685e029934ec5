import { describe, expect, it } from 'vitest';
import { syslogText } from './index.ts';

const message = { isWarning: false, at: '2026-11-23T07:00:00.123Z', id: 'item.rename', json: '{}' };

describe('AUDIT-08 messages of RFC 5424', () => {
  it('AUDIT-08 a message has the facility of audits, time, program and kind', () => {
    expect(syslogText(message)).toMatch(
      /^<110>1 2026-11-23T07:00:00\.123Z [!-~]{1,255} portal-vault - item\.rename - \{\}$/,
    );
    expect(syslogText({ ...message, isWarning: true })).toMatch(/^<108>1 /);
  });

  it('AUDIT-08 text outside of ASCII is escaped, so that the JSON needs no byte order mark', () => {
    const value = { name: 'Größe 📄\u007F\n<14>1 x.pdf' };
    const text = syslogText({ ...message, json: JSON.stringify(value) });
    expect(text).toMatch(/^[ -~]*$/);
    expect(JSON.parse(text.slice(text.indexOf('{')))).toEqual(value);
  });

  it('AUDIT-08 a head has no other fields, whatever an entry contains', () => {
    const text = syslogText({ ...message, at: 'Infinity', id: `a b\n${'c'.repeat(40)}` });
    expect(text).toMatch(/^<110>1 - \S+ portal-vault - abc{30} - \{\}$/);
    expect(syslogText({ ...message, id: ' ' })).toMatch(/ - - - \{\}$/);
  });
});
