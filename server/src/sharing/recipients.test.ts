import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contract, type SharePayload } from '@vault/contract';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailTasks } from '../mail/index.ts';
import { createMailer } from '../platform/mail/index.ts';
import { USERS } from '../testing/accounts.ts';
import { E8, MAIL_FAILED, P16, TOO_MANY_RECIPIENTS } from '../testing/answers.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { clearLinks, linkRows, make, type Making } from '../testing/links.ts';
import { startSmtp, type TestSmtp } from '../testing/smtp.ts';
import { ACME, setUpItems } from '../testing/seeded-items.ts';
import { waitingMails } from '../testing/waiting-mails.ts';

// Uses the real app, PostgreSQL and an SMTP server in this process.

const PASSWORD = 'Abc123Def456';
const BOB = 'bob@example.test';
const AMY = 'amy@example.test';

let vault: TestApp;
let smtp: TestSmtp;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'vault-recipients-'));
  smtp = await startSmtp();
  const log = pino({ level: 'silent' });
  const mailer = createMailer({ smtpUrl: smtp.url, from: 'vault@example.test', dataDir: directory, log });
  vault = await createTestApp({ mailer });
});
afterAll(async () => {
  await vault.close();
  await smtp.close();
  await rm(directory, { recursive: true, force: true });
});
beforeEach(async () => {
  await clearLinks(vault);
  await setUpItems(vault, [{ folder: 'A', name: 'plan.pdf' }]);
  smtp.mails.length = 0;
  for (const address of [BOB, AMY, 'ada@example.test']) smtp.refuse(address, 250);
  smtp.refuseMails(null);
});

const send = (payload: SharePayload = {}, making: Making = {}) =>
  make(vault, { paths: ['A'], receiveByEmails: [BOB], ...payload }, { call: 'shareByEmail', ...making });
const sent = () => smtp.mails.map(({ recipients }) => recipients);
const mailRows = async () => {
  const { rows } = await sql<{ id: string; state: string; recipients: string[] }>`
    select id, state, recipients from mail order by created_at, id`.execute(vault.database.kysely);
  return rows;
};
/** Runs the jobs of waiting mails. */
const runJobs = async () => {
  const [sending] = mailTasks(vault.deps).tasks;
  const context = { attempt: 1, signal: new AbortController().signal };
  for (const { id, state } of await mailRows()) {
    if (state === 'waiting') await sending?.run({ id }, context);
  }
};
const recipientsOf = async () =>
  (
    await (await vault.as('everything')).data(contract.links.list, { params: { recordId: ACME } })
  ).content.map(({ receiveByEmail }) => receiveByEmail);

describe('C25 recipients', () => {
  it.each([
    ['none', []],
    ['an empty address', ['']],
    ['not an address', ['bob']],
    ['no domain', ['bob@']],
    ['a domain of one word', ['bob@localhost']],
    ['a domain with an empty word', ['bob@example..test']],
    ['two at signs', ['bob@@example.test']],
    ['a comma between two', [`${BOB},${AMY}`]],
    ['a semicolon between two', [`${BOB};${AMY}`]],
    ['a space between two', [`${BOB} ${AMY}`]],
    ['a line end and a header', [`${BOB}\r\nBcc: ${AMY}`]],
    ['a line end between two', [`${BOB}\n${AMY}`]],
    ['a NUL', [`${BOB}\0`]],
    ['a quoted name', ['"bob"@example.test']],
    ['a name and an address', [`Bob <${BOB}>`]],
    ['a comment', ['bob(friend)@example.test']],
    ['a number for a domain', ['bob@[127.0.0.1]']],
    ['a non-Latin script', ['bоb@example.test']],
    ['a route', ['@a.test:bob@example.test']],
    ['a valid and an invalid one', [BOB, 'amy']],
  ])('SHARE-20 SHARE-21 SHARE-22 E8 %s is refused', async (_, receiveByEmails) => {
    for (const call of ['shareByEmail', 'requestByEmail'] as const) {
      const target = call === 'shareByEmail' ? { paths: ['A'] } : { paths: [], path: 'A' };
      expect(await send({ ...target, receiveByEmails }, { call })).toEqual(E8);
    }
    expect(await linkRows(vault)).toEqual([]);
    expect(sent()).toEqual([]);
  });

  it('SHARE-20 a link has at most 100 recipients, compared without case', async () => {
    const many = Array.from({ length: 101 }, (_, n) => `person${n}@example.test`);
    expect(await send({ receiveByEmails: many })).toEqual(TOO_MANY_RECIPIENTS);
    expect(await send({ receiveByEmails: Array.from({ length: 10_001 }, () => BOB) })).toEqual(P16);
    expect(await linkRows(vault)).toEqual([]);
    const hundred = many.slice(0, 100);
    expect(await send({ receiveByEmails: [...hundred, 'PERSON7@EXAMPLE.TEST'] })).toMatchObject({
      code: 200,
    });
    expect(sent()).toEqual([hundred]);
  });

  it('SHARE-20 DATA-18 each address is listed once, in its first spelling and entered order', async () => {
    const receiveByEmails = ['Bob@example.test', AMY, 'bob@EXAMPLE.test', ` ${AMY}\n`, 'cyd@example.test'];
    await send({ receiveByEmails });
    expect(await recipientsOf()).toEqual([`Bob@example.test;${AMY};cyd@example.test`]);
    expect(smtp.mails.map(({ to }) => to)).toEqual([['Bob@example.test', AMY, 'cyd@example.test']]);
  });

  it('DATA-18 a link for anyone has no recipients, even if some are sent', async () => {
    await make(vault, { paths: ['A'], receiveByEmails: [BOB] }, { call: 'shareLink' });
    expect(await recipientsOf()).toEqual(['']);
    expect(sent()).toEqual([]);
  });
});

describe('the mail of a link', () => {
  it('SHARE-29 SHARE-33 one mail with the link is sent to all recipients', async () => {
    const { data } = await send({ receiveByEmails: [BOB, AMY], message: 'Please read' });
    expect(sent()).toEqual([[BOB, AMY]]);
    const [mail] = smtp.mails;
    expect(mail).toMatchObject({
      from: { name: 'Portal Vault', address: 'vault@example.test' },
      to: [BOB, AMY],
      subject: 'A was shared with you - Portal Vault',
    });
    for (const body of [mail?.text, mail?.html]) {
      expect(body).toContain(data.accessUrl);
      expect(body).toContain('Please read');
    }
    expect(await linkRows(vault)).toMatchObject([{ isPublic: false }]);
  });

  it('REQUEST-02 the mail of a request asks for files', async () => {
    const { data } = await send({ paths: [], path: 'A' }, { call: 'requestByEmail' });
    expect(data.accessUrl.replace(vault.origin, '')).toMatch(/^\/r\//);
    expect(smtp.mails).toMatchObject([
      { recipients: [BOB], subject: 'You are asked for files: A - Portal Vault' },
    ]);
  });

  it('D-36 with separate mails each recipient gets one mail and does not see the others', async () => {
    await send({ receiveByEmails: [BOB, AMY], separate: true });
    expect(new Set(sent().flat())).toEqual(new Set([AMY, BOB]));
    expect(sent()).toHaveLength(2);
    for (const { raw, recipients } of smtp.mails) {
      expect(raw).not.toContain(recipients[0] === BOB ? AMY : BOB);
    }
    expect(await recipientsOf()).toEqual([`${BOB};${AMY}`]);
  });

  it('USE-18 D-36 the copy for the sharer has recipients, items and details URL, not the link', async () => {
    const { data } = await send({ receiveByEmails: [BOB, AMY], copy: true, message: 'Please read' });
    await runJobs();
    expect(sent()).toEqual([[BOB, AMY], ['ada@example.test']]);
    const [link] = await linkRows(vault);
    const copy = smtp.mails[1];
    expect(copy?.subject).toBe('You shared A with 2 recipients - Portal Vault');
    for (const body of [copy?.text, copy?.html]) {
      for (const words of [BOB, AMY, 'Please read', 'until']) expect(body).toContain(words);
      expect(body).not.toContain(data.accessUrl);
      expect(body).not.toMatch(/\bcode\b/);
    }
    expect(copy?.text).toContain(`\n${vault.origin}/vault?record=${ACME}&tab=2&link=${link?.id}\n`);
    expect(await recipientsOf()).toEqual([`${BOB};${AMY}`]);
  });

  it('GUARD-30 the copy depends on the sharer’s right to read the record', async () => {
    await send({ copy: true });
    const { rows } = await sql`select recipients, reader_id from mail where state = 'waiting'`.execute(
      vault.database.kysely,
    );
    expect(rows).toEqual([{ recipients: ['ada@example.test'], readerId: USERS.everything.sfid }]);
  });

  it('USE-18 the job of the copy starts immediately after the mail was sent', async () => {
    const startedAt = Date.now();
    await send({ copy: true });
    const { rows } = await sql<{ runAt: Date }>`
      select j.run_at from graphile_worker.jobs j join mail m on j.key = 'send-mail ' || m.id
      where m.recipients = ${['ada@example.test']}`.execute(vault.database.kysely);
    expect(rows).toHaveLength(1);
    expect(rows[0]!.runAt.getTime() - startedAt).toBeLessThan(20_000);
  });

  it('USE-43 replies are sent to a sharer with addName; From and subject contain the firm', async () => {
    await send({ addName: true });
    await send();
    const [named, without] = smtp.mails;
    expect(named?.headers['reply-to']).toBe('ada@example.test');
    expect(named?.from).toEqual({ name: 'Ada Byron (Portal Vault)', address: 'vault@example.test' });
    expect(without?.headers['reply-to']).toBeUndefined();
    expect(without?.raw).not.toMatch(/ada@example/i);
    expect(without?.from.name).toBe('Portal Vault');
  });

  it('USE-43 the expiry time is in the recipient’s language if known, otherwise in UTC', async () => {
    const expireDateTime = Date.now() + 3 * 86_400_000;
    const insert = sql`insert into recipient_language (email, language_tag) values (${BOB}, 'de')
      on conflict do nothing`;
    await send({ receiveByEmails: [BOB], expireDateTime });
    await insert.execute(vault.database.kysely);
    await send({ receiveByEmails: [BOB, AMY], separate: true, expireDateTime });
    await send({ receiveByEmails: [BOB, AMY], expireDateTime });
    const textTo = (n: number, address: string) =>
      smtp.mails.filter(({ recipients }) => recipients.includes(address))[n]?.text.replaceAll('\n', ' ') ??
      '';
    const inUtc = /until \d+ \w+ \d{4}, 23:59 UTC\+00:00\./;
    expect(textTo(0, BOB)).toMatch(inUtc);
    expect(textTo(1, BOB)).toMatch(
      /until (Mon|Diens|Mitt|Donners|Frei|Sams|Sonn)\S*, \d+\. \S+ \d{4} um 23:59 UTC\+00:00\./,
    );
    expect(textTo(0, AMY)).toMatch(inUtc);
    expect(textTo(1, AMY)).toMatch(inUtc);
    await sql`delete from recipient_language`.execute(vault.database.kysely);
  });

  it('D-36 the sharer is named only with addName', async () => {
    await send();
    await send({ addName: true });
    const [without, named] = smtp.mails;
    expect(without?.raw).not.toMatch(/Ada|Byron/);
    expect(named?.from).toEqual({ name: 'Ada Byron (Portal Vault)', address: 'vault@example.test' });
    expect(named?.subject).toBe('Ada Byron shared A with you - Portal Vault');
    expect(named?.text).toContain('Ada Byron has shared this with you');
  });

  it('SHARE-33 neither a mail nor the outbox contains the password', async () => {
    smtp.refuse(AMY, 450);
    await send({
      receiveByEmails: [BOB, AMY],
      separate: true,
      copy: true,
      havePassword: true,
      password: PASSWORD,
    });
    const outbox = JSON.stringify(await waitingMails(vault));
    expect(outbox).toContain('password');
    expect(outbox).not.toContain(PASSWORD);
    await runJobs().catch(() => undefined);
    expect(smtp.mails.length).toBeGreaterThan(0);
    for (const { raw, text, html } of smtp.mails) {
      for (const seen of [raw, text, html]) expect(seen).not.toContain(PASSWORD);
      expect(text).toContain('password');
    }
  });

  it('a remark cannot add a header or a link', async () => {
    await send({ message: `Hi\r\nBcc: ${AMY}\r\n\r\n<a href="https://evil.test">x</a>` });
    expect(sent()).toEqual([[BOB]]);
    expect(smtp.mails[0]?.headers['bcc']).toBeUndefined();
    expect(smtp.mails[0]?.html).not.toContain('<a href="https://evil.test">');
  });

  it('a refused link sends no mail', async () => {
    await send({ message: 'x'.repeat(201) });
    expect(await mailRows()).toEqual([]);
    expect(sent()).toEqual([]);
  });
});

describe('when the mail is not delivered', () => {
  const nothingIsLeft = async () => {
    expect(await linkRows(vault)).toEqual([]);
    const { rows } = await sql`select from link_item union all select from link_recipient`.execute(
      vault.database.kysely,
    );
    expect(rows).toEqual([]);
    expect((await mailRows()).filter(({ state }) => state === 'waiting')).toEqual([]);
    // No settled mail keeps a text.
    expect(await waitingMails(vault)).toEqual([]);
    // Later, when the server is available again, neither the mail nor the copy is sent.
    for (const address of [BOB, AMY]) smtp.refuse(address, 250);
    smtp.refuseMails(null);
    await runJobs();
    expect(sent()).toEqual([]);
  };

  it('C25 a mail server that is down causes 500; no link and no mail remain', async () => {
    await smtp.stop();
    expect(await send({ copy: true })).toEqual(MAIL_FAILED);
    expect(await send({ paths: [], path: 'A' }, { call: 'requestByEmail' })).toEqual(MAIL_FAILED);
    await smtp.restart();
    await nothingIsLeft();
  });

  it.each([550, 450])('C25 a mail server that refuses all recipients with %i causes 500', async (code) => {
    smtp.refuse(BOB, code);
    smtp.refuse(AMY, code);
    expect(await send({ receiveByEmails: [BOB, AMY], copy: true })).toEqual(MAIL_FAILED);
    expect(await send({ receiveByEmails: [BOB, AMY], separate: true })).toEqual(MAIL_FAILED);
    await nothingIsLeft();
  });

  it.each([554, 451])('C25 a mail server that refuses the mail with %i causes 500', async (code) => {
    smtp.refuseMails(code);
    expect(await send({ copy: true })).toEqual(MAIL_FAILED);
    await nothingIsLeft();
  });

  it.each([false, true])('C25 a link remains if one mail is refused (separate: %j)', async (separate) => {
    smtp.refuse(BOB);
    expect(await send({ receiveByEmails: [BOB, AMY], separate })).toMatchObject({ code: 200 });
    expect(sent()).toEqual([[AMY]]);
    expect(await linkRows(vault)).toHaveLength(1);
    expect(await recipientsOf()).toEqual([`${BOB};${AMY}`]);
  });

  it('C25 a temporarily refused recipient gets the mail later', async () => {
    smtp.refuse(BOB, 450);
    expect(await send({ receiveByEmails: [BOB, AMY] })).toMatchObject({ code: 200 });
    expect(await mailRows()).toMatchObject([{ state: 'waiting', recipients: [BOB] }]);
    smtp.refuse(BOB, 250);
    await runJobs();
    expect(sent()).toEqual([[AMY], [BOB]]);
  });

  it('C25 a link whose mail reached no recipient is removed, even if the copy is accepted', async () => {
    smtp.refuse(BOB);
    expect(await send({ copy: true })).toEqual(MAIL_FAILED);
    expect(await linkRows(vault)).toEqual([]);
    await runJobs();
    expect(sent()).toEqual([]);
  });

  it('C41 a deleted link withdraws its waiting mails', async () => {
    smtp.refuse(BOB, 450);
    await send({ receiveByEmails: [BOB, AMY], separate: true, copy: true });
    const [link] = await linkRows(vault);
    const params = { recordId: ACME, id: link?.id ?? '' };
    await (await vault.as('everything')).data(contract.links.remove, { params });
    expect((await mailRows()).map(({ state }) => state).toSorted()).toEqual([
      'sent',
      'withdrawn',
      'withdrawn',
    ]);
    smtp.refuse(BOB, 250);
    await runJobs();
    expect(sent()).toEqual([[AMY]]);
  });
});
