import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { createSealKey } from '../platform/seal-key/index.ts';
import { allChained } from '../testing/audit-entries.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { programAt } from '../testing/programs.ts';
import { startStreamSyslog, startUdpSyslog, type TestSyslog } from '../testing/syslog.ts';
import { startWebhook, type TestWebhook } from '../testing/webhook.ts';
import { followAudit } from './follow.ts';
import { type AuditEvent, auditTasks, recordAudit, tailAudit, type TailEntry } from './index.ts';
import { type Receiver, syslogReceiver, webhookReceiver } from './receivers.ts';

const SECRET = 'a secret of the webhook, 32 characters';
const running = new AbortController().signal;

let database: TestDatabase;
let lines: { level: number; msg: string; receiver: string; reason?: string }[];
let log: pino.Logger;
beforeEach(async () => {
  database = await createTestDatabase();
  lines = [];
  log = pino(
    { base: null },
    { write: (line: string) => lines.push(JSON.parse(line) as (typeof lines)[number]) },
  );
  return () => database.drop();
});

const follow = (receiver: Receiver, signal = running) =>
  followAudit({ database, clock: systemClock, log }, receiver, signal);

/** Records entries in one transaction, and waits until they are chained. */
async function record(count: number, details: AuditEvent['details'] = {}): Promise<void> {
  const events = Array.from({ length: count }, (_, n): AuditEvent => ({
    action: 'item.rename',
    outcome: n % 2 === 0 ? 'success' : 'refused',
    object: { kind: 'file', id: 'filOne000000000000', name: `Größe ${n}.pdf`, path: 'Tax' },
    details,
  }));
  await database.transaction((tx) => recordAudit(tx, events));
  await allChained(database);
}

/** Details of so many characters; one text is cut. */
const longDetails = (characters: number) => ({
  texts: Array.from({ length: characters / 1000 }, () => 'x'.repeat(1000)),
});

/** All entries as `audit tail` prints them. */
async function tail(): Promise<TailEntry[]> {
  const entries: TailEntry[] = [];
  for await (const entry of tailAudit({ database }, { after: 0, until: null })) entries.push(entry);
  return entries;
}

const entryOf = (message: string) => JSON.parse(message.slice(message.indexOf('{'))) as TailEntry;
const entriesOf = ({ messages }: TestSyslog) => messages.map(entryOf);
const seqsOf = (syslog: TestSyslog) => entriesOf(syslog).map(({ seq }) => seq);
const syslogAt = (transport: 'udp' | 'tcp' | 'tls', port: number, ca?: string) =>
  syslogReceiver({ transport, host: '127.0.0.1', port }, ca);
const webhookAt = (url: string) => webhookReceiver({ url, secret: SECRET }, systemClock);
const batchesOf = ({ requests }: TestWebhook) =>
  requests.map(({ body }) =>
    body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as TailEntry),
  );
const linesAt = (level: number) => lines.filter((line) => line.level === level);
const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n);

/** Makes a certificate for 127.0.0.1. */
function makeKeys(openssl: string): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'vault-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const form = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=syslog';
  const words = ['req', ...form.split(' '), '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync(openssl, [...words, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const keys = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  rmSync(folder, { recursive: true });
  return keys;
}

describe('AUDIT-08 syslog', () => {
  it('AUDIT-08 a receiver over TCP gets each entry once, in the order of tail', async () => {
    const syslog = await startStreamSyslog();
    onTestFinished(() => syslog.close());
    await record(1200);
    await follow(syslogAt('tcp', syslog.port));
    const all = await tail();
    expect(entriesOf(syslog)).toEqual(all);
    expect(syslog.messages[0]).toMatch(/^<110>1 \S+Z \S+ portal-vault - item\.rename - \{"seq":1,/);
    expect(syslog.messages[1]).toMatch(/^<108>1 /);
    await follow(syslogAt('tcp', syslog.port));
    await record(2);
    await follow(syslogAt('tcp', syslog.port));
    expect(seqsOf(syslog)).toEqual(range(1, 1202));
  });

  it('AUDIT-08 entries wait for a receiver that is away, with one warning for each outage', async () => {
    const first = await startStreamSyslog();
    const receiver = syslogAt('tcp', first.port);
    await record(1);
    await follow(receiver);
    await first.close();
    for (let n = 0; n < 3; n += 1) {
      // oxlint-disable-next-line no-await-in-loop -- in order
      await record(1);
      // oxlint-disable-next-line no-await-in-loop -- in order
      await follow(receiver);
    }
    expect(linesAt(40)).toEqual([
      expect.objectContaining({ receiver: 'syslog', reason: expect.stringContaining('ECONNREFUSED') }),
    ]);
    const second = await startStreamSyslog({ port: first.port });
    await follow(receiver);
    expect(seqsOf(second)).toEqual([2, 3, 4]);
    expect(linesAt(30)).toEqual([expect.objectContaining({ receiver: 'syslog' })]);
    await second.close();
    await record(1);
    await follow(receiver);
    expect(linesAt(40)).toHaveLength(2);
  });

  it('AUDIT-08 a batch is sent again when the connection is reset within it', async () => {
    const syslog = await startStreamSyslog({ resetAfter: 3 });
    onTestFinished(() => syslog.close());
    await record(5);
    await follow(syslogAt('tcp', syslog.port));
    expect(linesAt(40)).toHaveLength(1);
    await follow(syslogAt('tcp', syslog.port));
    expect(seqsOf(syslog)).toEqual([1, 2, 3, ...range(1, 5)]);
  });

  const openssl = programAt('openssl');
  it.runIf(openssl)('AUDIT-08 a receiver over TLS gets entries only with a trusted certificate', async () => {
    const keys = makeKeys(openssl ?? '');
    const syslog = await startStreamSyslog({ keys });
    onTestFinished(() => syslog.close());
    await record(3);
    await follow(syslogAt('tls', syslog.port));
    expect(syslog.messages).toEqual([]);
    expect(linesAt(40)).toEqual([
      expect.objectContaining({ reason: expect.stringContaining('self-signed certificate') }),
    ]);
    await follow(syslogAt('tls', syslog.port, keys.cert));
    expect(seqsOf(syslog)).toEqual([1, 2, 3]);
  });

  it('AUDIT-08 a receiver over UDP gets a datagram for each entry, and later what it missed', async () => {
    const first = await startUdpSyslog();
    const receiver = syslogAt('udp', first.port);
    await record(2);
    await follow(receiver);
    await expect.poll(() => seqsOf(first)).toEqual([1, 2]);
    await first.close();
    await record(1, longDetails(70_000));
    await follow(receiver);
    expect(linesAt(40)).toEqual([
      expect.objectContaining({ reason: expect.stringContaining('ECONNREFUSED') }),
    ]);
    const second = await startUdpSyslog(first.port);
    onTestFinished(() => second.close());
    await follow(receiver);
    await expect.poll(() => seqsOf(second)).toEqual([3]);
    expect(entriesOf(second)[0]).toMatchObject({ isShortened: true, entry: { details: {} } });
  });
});

describe('AUDIT-08 webhook', () => {
  let webhook: TestWebhook;
  beforeEach(async () => {
    webhook = await startWebhook();
    return () => webhook.close();
  });

  it('AUDIT-08 requests are signed batches of JSON Lines, in the order of tail', async () => {
    await record(700);
    await follow(webhookAt(webhook.url));
    expect(batchesOf(webhook).map((batch) => batch.length)).toEqual([500, 200]);
    expect(batchesOf(webhook).flat()).toEqual(await tail());
    for (const { headers, body } of webhook.requests) {
      const text = `${headers['webhook-id'] as string}.${headers['webhook-timestamp'] as string}.${body}`;
      const signature = createHmac('sha256', SECRET).update(text).digest('base64');
      expect(headers).toMatchObject({
        'content-type': 'application/x-ndjson',
        'webhook-signature': `v1,${signature}`,
      });
    }
    expect(webhook.requests.map(({ headers }) => headers['webhook-id'])).toEqual([
      'audit-1-500',
      'audit-501-700',
    ]);
  });

  it('AUDIT-08 a request has at most 500,000 characters, or one entry', async () => {
    await record(3, longDetails(200_000));
    await record(1, longDetails(600_000));
    await record(1);
    await follow(webhookAt(webhook.url));
    expect(batchesOf(webhook).map((batch) => batch.map(({ seq }) => seq))).toEqual([[1, 2], [3], [4], [5]]);
  });

  it.each([302, 400, 503])('AUDIT-08 entries are sent again after a reply with status %i', async (status) => {
    webhook.replyWith(status);
    await record(2);
    await follow(webhookAt(webhook.url));
    await follow(webhookAt(webhook.url));
    expect(linesAt(40)).toEqual([
      expect.objectContaining({
        receiver: 'webhook',
        reason: `the receiver replied with status ${status}`,
      }),
    ]);
    expect(JSON.stringify(lines)).not.toContain(webhook.url);
    webhook.replyWith(200);
    await follow(webhookAt(webhook.url));
    const [first, second, third] = webhook.requests;
    expect([second?.body, third?.body]).toEqual([first?.body, first?.body]);
    expect(third?.headers['webhook-id']).toBe('audit-1-2');
    expect(linesAt(30)).toHaveLength(1);
  });

  it('AUDIT-08 no log line has the address or the secret of a webhook that is away', async () => {
    const away = await startWebhook();
    await away.close();
    await record(1);
    await follow(webhookAt(`${away.url}?token=x`));
    expect(linesAt(40)).toEqual([
      expect.objectContaining({ reason: expect.stringContaining('ECONNREFUSED') }),
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/token|secret/);
  });

  it('AUDIT-08 the stop of the server ends a send without a warning, and the next start repeats it', async () => {
    await record(1);
    const stopping = new AbortController();
    const receiver = webhookAt(webhook.url);
    const hanging: Receiver = {
      name: 'webhook',
      send: async (_entries, signal) => {
        stopping.abort();
        await receiver.send([], signal);
      },
    };
    await follow(hanging, stopping.signal);
    expect(lines).toEqual([]);
    await follow(receiver);
    expect(batchesOf(webhook).flat()).toEqual(await tail());
  });

  it('AUDIT-08 servers that send at the same time lose no entry and go on after the last one', async () => {
    await record(1100);
    await Promise.all([follow(webhookAt(webhook.url)), follow(webhookAt(webhook.url))]);
    const seqs = new Set(batchesOf(webhook).flatMap((batch) => batch.map(({ seq }) => seq)));
    expect([...seqs].toSorted((a, b) => a - b)).toEqual(range(1, 1100));
    webhook.requests.length = 0;
    await record(1);
    await follow(webhookAt(webhook.url));
    expect(batchesOf(webhook)).toEqual([[expect.objectContaining({ seq: 1101 })]]);
  });

  it('AUDIT-08 each receiver has its own position and its own queue of jobs, each minute', async () => {
    const syslog = await startUdpSyslog();
    onTestFinished(() => syslog.close());
    const off = { auditSealFile: null, auditSyslog: null, auditWebhook: null };
    const deps = { database, clock: systemClock, log, sealKey: createSealKey(Buffer.alloc(32, 1)) };
    const on = {
      ...off,
      auditSyslog: { transport: 'udp', host: '127.0.0.1', port: syslog.port } as const,
      auditWebhook: { url: webhook.url, secret: SECRET },
    };
    const names = (settings: typeof off | typeof on) =>
      auditTasks({ ...deps, settings }).crontab.filter((line) => line.includes(' send-audit-to-'));
    expect(names(off)).toEqual([]);
    expect(names(on)).toEqual([
      '* * * * * send-audit-to-syslog ?jobKey=send-audit-to-syslog',
      '* * * * * send-audit-to-webhook ?jobKey=send-audit-to-webhook',
    ]);
    await record(1);
    const tasks = [off, on].flatMap((settings) => auditTasks({ ...deps, settings }).tasks);
    const followers = tasks.filter(({ kind }) => kind.name.startsWith('send-audit-to-'));
    expect(new Set(followers.map(({ kind }) => kind.queue)).size).toBe(2);
    await Promise.all(followers.map(({ run }) => run({}, { signal: running, attempt: 1 })));
    await expect.poll(() => seqsOf(syslog)).toEqual([1]);
    expect(batchesOf(webhook).flat()).toMatchObject([{ seq: 1 }]);
  });
});
