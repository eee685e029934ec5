import { expect, test } from 'vitest';
import { mailTo, mailtoOf } from './mail.ts';
import type { Receivers } from './queries.ts';

const receiver = (email: string | null): Receivers['receivers'][number] => ({
  kind: 'visitor',
  id: null,
  name: null,
  email,
  address: '192.0.2.9',
  link: null,
  count: 1,
  lastAt: '2026-11-24T09:00:00.000Z',
});
const of = (...emails: (string | null)[]): Receivers => ({
  receivers: emails.map(receiver),
  firm: 'Byron & Co',
  searchedTo: null,
});

test('AUDIT-10 the mail names item and firm, and has each known address once', () => {
  const mail = mailTo(of('a@x.test', 'A@x.test', null, 'b@x.test'), 'Plan?.pdf');
  expect(mail.to).toEqual(['a@x.test', 'b@x.test']);
  expect(mail.subject).toBe('Please delete: Plan?.pdf');
  expect(mail.body).toContain('‘Plan?.pdf’ from Byron & Co');
});

test('AUDIT-10 the address of the mail program hides the receivers from each other', () => {
  const address = mailtoOf({ subject: 'a & b', body: 'one\ntwo', to: ['a@x.test', 'b+c@x.test'] });
  expect(address).toBe('mailto:?bcc=a%40x.test,b%2Bc%40x.test&subject=a%20%26%20b&body=one%0D%0Atwo');
});

test('AUDIT-10 too many receivers for an address are left out', () => {
  const to = Array.from({ length: 200 }, (_, n) => `visitor-${n}@x.test`);
  expect(mailtoOf({ subject: 's', body: 'b', to })).toBe('mailto:?subject=s&body=b');
});
