import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SharePayload } from '@vault/contract';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailTasks } from '../mail/index.ts';
import { createMailer } from '../platform/mail/index.ts';
import { MAIL_FAILED } from '../testing/answers.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { clearLinks, linkRows, make, type Making } from '../testing/links.ts';
import { type SmtpProxy, startSmtpProxy } from '../testing/smtp-proxy.ts';
import { startSmtp, type TestSmtp } from '../testing/smtp.ts';
import { setUpItems } from '../testing/seeded-items.ts';

// Uses the real app, PostgreSQL, an SMTP server in this process, and a proxy in front of it that drops replies.

const BOB = 'bob@example.test';
const AMY = 'amy@example.test';
const CYD = 'cyd@example.test';

let vault: TestApp;
let smtp: TestSmtp;
let proxy: SmtpProxy;
let directory: string;
/** called with each mail that the server has received, before it replies */
let whenTaken: () => Promise<unknown>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'vault-unconfirmed-'));
  smtp = await startSmtp({ beforeAccepting: async () => void (await whenTaken()) });
  proxy = await startSmtpProxy(smtp.url);
  const log = pino({ level: 'silent' });
  const from = 'vault@example.test';
  const limits = { answerMs: 2000 };
  vault = await createTestApp({
    mailer: createMailer({ smtpUrl: proxy.url, from, dataDir: directory, log, limits }),
  });
});
afterAll(async () => {
  await vault.close();
  await proxy.close();
  await smtp.close();
  await rm(directory, { recursive: true, force: true });
});
beforeEach(async () => {
  await clearLinks(vault);
  await setUpItems(vault, [{ folder: 'A', name: 'plan.pdf' }]);
  smtp.mails.length = 0;
  whenTaken = async () => undefined;
});
afterEach(() => {
  proxy.repair();
  smtp.refuse(CYD, 250);
  smtp.refuseMails(null);
});

const send = (payload: SharePayload = {}, making: Making = {}) =>
  make(vault, { paths: ['A'], receiveByEmails: [BOB], ...payload }, { call: 'shareByEmail', ...making });
const states = async () => {
  const { rows } = await sql<{ id: string; state: string }>`
    select id, state from mail order by state, id`.execute(vault.database.kysely);
  return rows;
};
/** Runs the jobs of waiting mails. */
const runJobs = async () => {
  const [sending] = mailTasks(vault.deps).tasks;
  const context = { attempt: 1, signal: new AbortController().signal };
  for (const { id, state } of await states()) if (state === 'waiting') await sending?.run({ id }, context);
};
const rename = (from: string, to: string) =>
  sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(vault.database.kysely);
/** Runs `work`. After the mail server has received a mail, every statement on the table fails. */
const withoutTable = async <T>(table: string, work: () => Promise<T>): Promise<T> => {
  whenTaken = () => rename(table, 'away');
  try {
    return await work();
  } finally {
    await rename('away', table);
  }
};

const UNCONFIRMED = { code: 200, data: { name: 'A', mailUnconfirmed: true } };

describe('SAFE-29 a link whose mail may have been sent', () => {
  it('C25 SAFE-29 after a confirmed mail the reply has only name and address', async () => {
    const { code, data } = await send();
    expect([code, Object.keys(data)]).toEqual([200, ['name', 'accessUrl']]);
  });

  it.each(['hang up', 'silence'] as const)(
    'C25 SAFE-29 remains, and the answer says so: %s',
    async (fault) => {
      proxy.breakAt('message', fault);
      const answer = await send({ copy: true });
      expect(answer).toMatchObject(UNCONFIRMED);
      expect(smtp.mails.map(({ recipients }) => recipients)).toEqual([[BOB]]);
      expect(smtp.mails[0]?.text).toContain(answer.data.accessUrl);
      expect(await linkRows(vault)).toHaveLength(1);
      proxy.repair();
      await runJobs();
      expect((await states()).map(({ state }) => state)).toEqual(['sent', 'sent']);
    },
  );

  it('C27 SAFE-29 a request whose mail may have been sent remains as well', async () => {
    proxy.breakAt('message', 'hang up');
    expect(await send({ paths: [], path: 'A' }, { call: 'requestByEmail' })).toMatchObject(UNCONFIRMED);
    expect(await linkRows(vault)).toHaveLength(1);
  });

  it('C25 SAFE-29 a confirmed, an unconfirmed and a refused mail together count as unconfirmed', async () => {
    smtp.refuse(CYD);
    proxy.breakAt('message', 'hang up', 1);
    expect(await send({ receiveByEmails: [BOB, AMY, CYD], separate: true })).toMatchObject(UNCONFIRMED);
    expect((await states()).map(({ state }) => state)).toEqual(['failed', 'sent', 'waiting']);
  });

  it('C25 SAFE-29 the link remains when the database fails after the mail was confirmed', async () => {
    const answer = await withoutTable('mail', () => send());
    expect([answer.code, Object.keys(answer.data)]).toEqual([200, ['name', 'accessUrl']]);
    expect(await linkRows(vault)).toHaveLength(1);
  });

  it('C25 SAFE-29 the link remains when the reply is lost and the database fails afterwards', async () => {
    proxy.breakAt('message', 'hang up');
    expect(await withoutTable('mail', () => send())).toMatchObject(UNCONFIRMED);
    expect(await linkRows(vault)).toHaveLength(1);
  });

  it('C25 SAFE-29 a link that could not be removed is not reported as removed', async () => {
    smtp.refuseMails(554);
    const answer = await withoutTable('link', () => send());
    expect(answer.code).toBe(500);
    expect(answer).not.toEqual(MAIL_FAILED);
    expect(await linkRows(vault)).toHaveLength(1);
  });

  it('C25 SAFE-29 a mail that was certainly not sent leaves no link', async () => {
    proxy.breakAt('DATA', 'hang up');
    expect(await send()).toEqual(MAIL_FAILED);
    expect(await linkRows(vault)).toEqual([]);
  });
});
