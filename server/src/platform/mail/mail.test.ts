import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type DiskCall, type DiskFault, FailingDisk } from '../../testing/faults/failing-disk.ts';
import { type SmtpProxy, type SmtpReply, startSmtpProxy } from '../../testing/smtp-proxy.ts';
import { parseMail, type SmtpOptions, startSmtp, type TestSmtp } from '../../testing/smtp.ts';
import { createMailer, type Mailer, MailUnavailable, type Message } from './index.ts';

// Uses a real SMTP server in this process, a real mail parser and real files.

const run = promisify(execFile);
const FROM = 'vault@example.test';
const BOB = 'bob@example.test';
const message: Message = {
  id: 'mai000000000000001',
  to: ['bob@example.test'],
  from: { name: 'Ada Byron' },
  subject: 'plan.pdf',
  text: `Look here:\n\nhttps://vault.example.test/s/${'x'.repeat(80)}\n`,
  html: '<p>Look <b>here</b></p>',
};

let lines: string[];
let folder: string;
const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });

beforeEach(async () => {
  lines = [];
  folder = await mkdtemp(join(tmpdir(), 'vault-mail-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('mail by SMTP', () => {
  let smtp: TestSmtp;
  let mailer: Mailer;
  const begin = async (options?: SmtpOptions) => {
    smtp = await startSmtp(options);
    mailer = createMailer({ smtpUrl: smtp.url, from: FROM, dataDir: folder, log });
  };
  beforeEach(() => begin());
  afterEach(() => Promise.all([mailer.close(), smtp.close()]));

  test("a mail arrives as text and HTML, from the vault's address with the name of the sender", async () => {
    const delivery = await mailer.send(message);
    expect(delivery).toEqual({ accepted: ['bob@example.test'], refused: [], unconfirmed: [] });
    expect(smtp.mails).toMatchObject([
      {
        recipients: ['bob@example.test'],
        sender: FROM,
        from: { name: 'Ada Byron', address: FROM },
        to: ['bob@example.test'],
        subject: 'plan.pdf',
        text: message.text,
        headers: { 'message-id': '<mai000000000000001@example.test>', 'auto-submitted': 'auto-generated' },
      },
    ]);
    expect(smtp.mails[0]?.html.trim()).toBe(message.html);
  });

  test('a long address is complete on its line, even if the mail is not decoded', async () => {
    await mailer.send(message);
    expect(smtp.mails[0]?.raw).toContain(`\r\nhttps://vault.example.test/s/${'x'.repeat(80)}\r\n`);
  });

  test('names and texts of all scripts arrive unchanged', async () => {
    const text = 'Grüße — 您好 👩‍👩‍👧 שלום\n';
    await mailer.send({ ...message, from: { name: 'Zoë, "Z" <z@x>' }, subject: '見積書.pdf', text });
    expect(smtp.mails[0]).toMatchObject({
      from: { name: 'Zoë, "Z" <z@x>', address: FROM },
      subject: '見積書.pdf',
      text,
    });
  });

  const BREAKS = ['\r\n', '\n', '\r', '\r\n ', '\u{2028}', '\u{85}', '\0\n', '\r\n\r\n'];
  test.each(BREAKS)('a line end %j in a name or subject adds no header and no recipient', async (end) => {
    const evil = `a${end}Bcc: eve@example.test${end}X-Evil: 1`;
    await mailer.send({ ...message, from: { name: evil }, subject: evil });
    const [mail] = smtp.mails;
    expect(mail?.recipients).toEqual(['bob@example.test']);
    expect(Object.keys(mail?.headers ?? {}).toSorted()).toEqual(
      ['auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to']
        .concat('x-auto-response-suppress')
        .toSorted(),
    );
    expect(mail?.subject).toMatch(/^a +Bcc: eve@example\.test +X-Evil: 1$/);
    expect(mail?.from.address).toBe(FROM);
  });

  const STRANGE = [
    'bob@example.test\r\nRCPT TO:<eve@example.test>',
    'bob@example.test, eve@example.test',
    'bob@example.test;eve@example.test',
    'Bob <bob@example.test>',
    '"bob eve"@example.test',
    'bob(comment)@example.test',
    'bob@[127.0.0.1]',
    'bob',
    '',
  ];
  test.each(STRANGE)('%j is not an address: it is refused and sent to no server', async (address) => {
    const delivery = await mailer.send({ ...message, to: [address, 'amy@example.test'] });
    expect(delivery.accepted).toEqual(['amy@example.test']);
    expect(delivery.refused).toEqual([{ address, reason: 'not an address', isFinal: true }]);
    expect(smtp.mails.map(({ recipients, to }) => ({ recipients, to }))).toEqual([
      { recipients: ['amy@example.test'], to: ['amy@example.test'] },
    ]);
  });

  test('marks that change the direction of writing are removed from names and subjects', async () => {
    await mailer.send({ ...message, from: { name: 'Ada\u{202E}nimda' }, subject: 'gpj\u{2067}.exe' });
    expect(smtp.mails[0]).toMatchObject({ from: { name: 'Adanimda' }, subject: 'gpj.exe' });
  });

  test('a refused recipient is reported separately; a temporary refusal is not final', async () => {
    smtp.refuse('bob@example.test');
    smtp.refuse('cyd@example.test', 450);
    const { accepted, refused } = await mailer.send({
      ...message,
      to: ['bob@example.test', 'amy@example.test', 'cyd@example.test'],
    });
    expect(accepted).toEqual(['amy@example.test']);
    expect(refused).toMatchObject([
      { address: 'bob@example.test', isFinal: true },
      { address: 'cyd@example.test', isFinal: false },
    ]);
    expect(refused[0]?.reason).toContain('no such mailbox');
  });

  test('when all recipients are refused, each has its own reason', async () => {
    smtp.refuse('bob@example.test');
    smtp.refuse('cyd@example.test', 450);
    const delivery = await mailer.send({ ...message, to: ['bob@example.test', 'cyd@example.test'] });
    expect(delivery).toMatchObject({ accepted: [], refused: [{ isFinal: true }, { isFinal: false }] });
  });

  test.each([
    [554, true],
    [451, false],
  ])('when the reply to the message is %i, the mail is refused for all recipients', async (code, isFinal) => {
    smtp.refuseMails(code);
    const delivery = await mailer.send(message);
    expect(delivery).toMatchObject({ accepted: [], refused: [{ address: 'bob@example.test', isFinal }] });
  });

  test('a missing server is a temporary failure', async () => {
    await smtp.stop();
    await expect(mailer.send(message)).rejects.toThrow(MailUnavailable);
    await smtp.restart();
    expect(await mailer.send(message)).toMatchObject({ accepted: ['bob@example.test'] });
  });

  test('SAFE-29 an attempt that its caller ends after the final dot has an unknown outcome', async () => {
    await smtp.close();
    const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await begin({
      beforeAccepting: () => {
        held.resolve();
        return release.promise;
      },
    });
    const stop = new AbortController();
    const sending = mailer.send(message, { signal: stop.signal });
    await held.promise;
    stop.abort();
    expect(await sending).toMatchObject({ accepted: [], refused: [], unconfirmed: [{ address: BOB }] });
    release.resolve();
  });

  test('the login of SMTP_URL is used; a wrong one is a temporary failure without the password', async () => {
    await smtp.close();
    const login = { user: 'vault@example.test', pass: 'p@ss/wörd:1' };
    await begin({ login });
    expect(await mailer.send(message)).toMatchObject({ accepted: ['bob@example.test'] });

    const wrong = smtp.url.replace('%3A1', '%3A2');
    const failing = createMailer({ smtpUrl: wrong, from: FROM, dataDir: folder, log });
    const error: unknown = await failing.send(message).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(MailUnavailable);
    expect(String(error)).toContain('535');
    expect(JSON.stringify([error, String(error), lines])).not.toMatch(/p@ss|%40ss|wörd/);
  });
});

describe('mail by SMTP, when replies of the server do not arrive', () => {
  let smtp: TestSmtp;
  let proxy: SmtpProxy;
  const BEFORE_THE_DOT = ['greeting', 'EHLO', 'MAIL', 'RCPT', 'DATA'] as const satisfies SmtpReply[];
  const REPLIES = [...BEFORE_THE_DOT, 'message'] as const;
  const createMailerWith = (limits = {}) =>
    createMailer({ smtpUrl: proxy.url, from: FROM, dataDir: folder, log, limits });
  /** The result of sending a mail while a reply does not arrive. */
  const sendWithout = async (limits = {}) => {
    const mailer = createMailerWith(limits);
    const outcome: unknown = await mailer.send(message).catch((error: unknown) => error);
    await mailer.close();
    return outcome;
  };
  const unconfirmed = { accepted: [], refused: [], unconfirmed: [{ address: BOB }] };

  beforeEach(async () => {
    smtp = await startSmtp();
    proxy = await startSmtpProxy(smtp.url);
  });
  afterEach(async () => {
    await proxy.close();
    await smtp.close();
  });

  test.each(BEFORE_THE_DOT)(
    'SAFE-29 when the connection closes instead of %s, the mail is certainly not delivered',
    async (reply) => {
      proxy.breakAt(reply, 'hang up');
      expect(await sendWithout()).toBeInstanceOf(MailUnavailable);
      expect(smtp.mails).toEqual([]);
    },
  );

  test('SAFE-29 a connection loss at the final dot leaves a mail unconfirmed; a repeat has its id', async () => {
    proxy.breakAt('message', 'hang up');
    expect(await sendWithout()).toMatchObject(unconfirmed);
    expect(smtp.mails).toHaveLength(1);
    proxy.repair();
    expect(await sendWithout()).toMatchObject({ accepted: [BOB], unconfirmed: [] });
    const ids = smtp.mails.map(({ headers }) => headers['message-id']);
    expect(ids).toEqual(['<mai000000000000001@example.test>', '<mai000000000000001@example.test>']);
  });

  test.each([
    ['a reply that is not SMTP', 'hello'],
    ['a reply of another step', '354 go ahead'],
  ])('SAFE-29 after %s to the final dot the outcome is unknown', async (_, say) => {
    proxy.breakAt('message', { say });
    expect(await sendWithout()).toMatchObject(unconfirmed);
  });

  test.each([
    ['421 shutting down', false],
    ['554 no', true],
  ])(
    'SAFE-29 after the reply "%s" to the final dot the mail is certainly not delivered',
    async (say, isFinal) => {
      proxy.breakAt('message', { say });
      expect(await sendWithout()).toMatchObject({ refused: [{ address: BOB, isFinal }], unconfirmed: [] });
    },
  );

  test.each(REPLIES)(
    'SAFE-23 a server that is silent instead of sending %s is waited for within a limit',
    async (reply) => {
      proxy.breakAt(reply, 'silence');
      const limits = { connectMs: 500, answerMs: 500 };
      const outcome = await sendWithout(limits);
      if (reply === 'message') expect(outcome).toMatchObject(unconfirmed);
      else expect(outcome).toBeInstanceOf(MailUnavailable);
    },
  );

  test('SAFE-23 a server that replies in time but never finishes fails after a limit', async () => {
    const mailer = createMailerWith({ mailMs: 500 });
    proxy.breakAt('greeting', { say: '220-still\r\n220-starting' });
    await expect(mailer.send(message)).rejects.toThrow(MailUnavailable);
    await mailer.close();
  });
});

describe('mail without a mail server', () => {
  const mailer = () => createMailer({ smtpUrl: null, from: FROM, dataDir: folder, log });
  const outbox = () => readdir(join(folder, 'outbox'));

  test('each mail is one .eml file that mail programs open and only the server can read', async () => {
    expect(await mailer().send(message)).toEqual({ accepted: [BOB], refused: [], unconfirmed: [] });
    const [name = '', ...others] = await outbox();
    expect(others).toEqual([]);
    expect(name).toMatch(/^\d{4}-\d\d-\d\dT[\d-]+\.\d{3}Z-mai000000000000001\.eml$/);
    const path = join(folder, 'outbox', name);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await parseMail(await readFile(path))).toMatchObject({
      from: { name: 'Ada Byron', address: FROM },
      to: ['bob@example.test'],
      subject: 'plan.pdf',
      text: message.text,
    });
  });

  test('the log has one line with the file and the number of recipients, and nothing of the mail', async () => {
    await mailer().send({ ...message, to: ['bob@example.test', 'amy@example.test'] });
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ file: (await outbox())[0], recipients: 2 });
    expect(lines[0]).not.toMatch(/bob|amy|plan|https/);
  });

  test('an invalid address is refused', async () => {
    expect(
      await mailer().send({ ...message, to: ['bob@example.test\nBcc: eve@example.test'] }),
    ).toMatchObject({
      accepted: [],
      refused: [{ isFinal: true }],
    });
  });

  test('SAFE-09 an outbox that cannot be written is a temporary failure', async () => {
    await writeFile(join(folder, 'outbox'), 'a file in place of the folder');
    const error: unknown = await mailer()
      .send(message)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(MailUnavailable);
    expect(String(error)).toContain('EEXIST (mkdir)');
    await rm(join(folder, 'outbox'));
    expect(await mailer().send(message)).toMatchObject({ accepted: [BOB] });
  });

  describe.skipIf(!FailingDisk.isPossible)('an outbox on a failing disk', () => {
    let disk: FailingDisk;
    beforeAll(async () => {
      disk = await FailingDisk.create();
    });
    afterAll(() => disk.close());

    /** The outcome while a file system call fails, and the number of mails in the outbox then. */
    const sendWhile = async (fault: Omit<DiskFault, 'path'>) => {
      await disk.fail({ ...fault, path: '/outbox' });
      const fixture = join(import.meta.dirname, 'fixtures/write-mail.ts');
      const env = { PATH: process.env['PATH'], ...disk.env };
      const { stdout } = await run(process.execPath, [fixture, folder], { env });
      expect(await disk.hits()).toBe(1);
      const mails = await outbox().catch(() => []);
      return { outcome: JSON.parse(stdout) as unknown, mails: mails.length };
    };

    test.each<DiskCall>(['open', 'write', 'sync', 'rename'])(
      'SAFE-09 a failed %s on a full disk is temporary and leaves no mail in the outbox',
      async (call) => {
        const { outcome, mails } = await sendWhile({ call, code: 'ENOSPC', times: 1 });
        expect(outcome).toEqual({
          error: expect.stringContaining('MailUnavailable: The outbox cannot be written: ENOSPC') as unknown,
        });
        expect(mails).toBe(0);
      },
    );

    test('SAFE-29 a mail whose file name can be lost in a crash is unconfirmed', async () => {
      const { outcome, mails } = await sendWhile({ call: 'sync', code: 'EIO', nth: 2, times: 1 });
      const unconfirmed = [{ address: BOB, reason: 'EIO (fsync)' }];
      expect(outcome).toEqual({ accepted: [], refused: [], unconfirmed });
      expect(mails).toBe(1);
    });

    test('SAFE-23 the wait for a hanging disk ends; the mail can be written later', async () => {
      const { outcome } = await sendWhile({ call: 'sync', code: null, times: 1, hangMs: 5000 });
      const unconfirmed = [{ address: BOB, reason: 'the outbox is not written in time' }];
      expect(outcome).toEqual({ accepted: [], refused: [], unconfirmed });
    });
  });
});
