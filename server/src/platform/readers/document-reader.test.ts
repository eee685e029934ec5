import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { realXlsx } from '../../testing/office-documents.ts';
import { type DocumentReaderOptions, openDocumentReader, ReaderBusy, UnreadableDocument } from './index.ts';
import type { KindName } from './kinds.ts';
import { processesOf, residentBytes } from './memory.ts';

// Uses real processes in the sandbox of this machine.

const MIB = 1024 * 1024;
const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' });

let hidden: string;
beforeAll(async () => {
  hidden = await mkdtemp(join(tmpdir(), 'vault-readers-test-'));
  await chmod(hidden, 0o755);
});
afterAll(() => rm(hidden, { recursive: true }));

function open(options: Partial<DocumentReaderOptions> = {}) {
  const kindsFile = new URL('./fixtures/kinds.ts', import.meta.url);
  const reader = openDocumentReader({ hidden, log, kindsFile, ...options });
  onTestFinished(() => reader.close());
  return {
    reader,
    /** the text that a kind of the fixture returns */
    ask: async (kind: string, kindOptions: unknown = null, bytes: Uint8Array = Buffer.alloc(0)) =>
      Buffer.from((await reader.read(kind as KindName, async () => bytes, kindOptions)).bytes).toString(),
  };
}

/** Collects twice, because what a first collection finalizes, such as a buffer, is freed by the next one. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let turn = 0; turn < 2; turn += 1) {
    await setImmediate();
    collect();
  }
}

const failureOf = (reading: Promise<unknown>) =>
  reading.then(
    () => null,
    (error: unknown) => error,
  );

/** The number of event loop turns of this thread. An idle loop does not turn. */
const loopTurns = () => performance.nodeTiming.uvMetricsInfo.loopCount;

/** The processes of all reader processes of this test process. */
const childProcesses = () => processesOf(process.pid).slice(1);

describe('USE-30 the document reader', () => {
  test('the reader reads a document in another process, which is reused', async () => {
    const { ask } = open();
    expect(await ask('echo', { sheet: 1 }, Buffer.alloc(3))).toBe('3 {"sheet":1}');
    const first = await ask('process');
    expect(await ask('process')).toBe(first);
  });

  test('the reader supports the kinds of documents of the product', async () => {
    const reader = openDocumentReader({ hidden, log });
    onTestFinished(() => reader.close());
    const page = await reader.read('plain', () => realXlsx([['Ada & Ben', 1.5]]));
    expect(page.mediaType).toBe('text/html; charset=utf-8');
    expect(Buffer.from(page.bytes).toString()).toContain('<td>Ada &amp; Ben</td>');
  });

  test('the reader passes 60 MiB in and out over many turns of the event loop', async () => {
    const { reader, ask } = open();
    await ask('echo');
    const document = Buffer.alloc(60 * MIB, 7);
    const before = loopTurns();
    const page = await reader.read('back' as KindName, async () => document);
    const turns = loopTurns() - before;
    expect(document.equals(page.bytes)).toBe(true);
    // Fewer turns mean that one turn handles more than 1 MiB. Times in ms depend on the load of the machine.
    expect(turns).toBeGreaterThan(2 * 60);
  });

  test('GUARD-26 SAFE-11 a process that continues keeps no earlier page in the memory of the server', async () => {
    const { reader } = open({ atOnce: 1 });
    const read = async () => {
      const { bytes } = await reader.read('back' as KindName, async () => Buffer.alloc(MIB));
      return new WeakRef(bytes);
    };
    const pages = [await read(), await read(), await read()];
    // The reader can still have the last page.
    await read();
    await collectGarbage();
    expect(pages.map((page) => page.deref())).toEqual([undefined, undefined, undefined]);
  });

  test.each([
    ['endless', 'it takes too much CPU time'],
    ['never', 'it takes too long'],
    ['crash', 'the reader process'],
    ['closes', 'the reader process'],
    ['throws', 'row 7 is broken'],
  ])(
    'a document is refused when its reader process does this, and the next one is read: %s',
    async (kind, reason) => {
      // A busy machine gives the process little CPU time, so only the process without CPU use gets a short time limit.
      const timeoutMs = kind === 'never' ? 1500 : 60_000;
      const { ask } = open({ maxCpuMs: 500, timeoutMs, atOnce: 1 });
      await ask('echo');
      const failure = await failureOf(ask(kind));
      expect(failure).toBeInstanceOf(UnreadableDocument);
      expect(String(failure)).toContain(reason);
      expect(await ask('echo')).toBe('0 null');
    },
  );

  test('USE-30 the limit counts CPU time, so that a busy machine does not end valid documents', async () => {
    const { ask } = open({ maxCpuMs: 500, atOnce: 1 });
    await ask('echo');
    expect(await ask('waits', 750)).toBe('waited');
  });

  // It takes no more than that, because how much a process takes between two checks depends on the machine.
  test('a reader process that takes more memory than it may is killed', async () => {
    const { ask } = open({ atOnce: 1 });
    const failure = await failureOf(ask('takes', 600));
    expect(failure).toBeInstanceOf(UnreadableDocument);
    expect(String(failure)).toContain('it takes too much memory');
    expect(await ask('echo')).toBe('0 null');
  });

  test('a reader process whose objects need too much memory ends', async () => {
    const { ask } = open({ atOnce: 1 });
    await ask('echo');
    let most = 0;
    const sampling = setInterval(() => (most = Math.max(most, residentBytes(childProcesses()))), 10);
    const failure = await failureOf(ask('heap'));
    clearInterval(sampling);
    expect(failure).toBeInstanceOf(UnreadableDocument);
    expect(most / MIB).toBeLessThan(900);
    expect(await ask('echo')).toBe('0 null');
  });

  test('a process that keeps much memory after its document is replaced', async () => {
    const { ask } = open({ atOnce: 1 });
    const first = await ask('process');
    expect(await ask('keeps')).toBe('kept');
    expect(await ask('process')).not.toBe(first);
  });

  test('a hostile document has no effect on another one that is read at the same time', async () => {
    const { ask } = open({ maxCpuMs: 1000 });
    await Promise.all([ask('echo'), ask('echo')]);
    const endless = failureOf(ask('endless'));
    expect(await ask('echo')).toBe('0 null');
    expect(await endless).toBeInstanceOf(UnreadableDocument);
  });

  test('an idle process is ended, and a new one reads the next document', async () => {
    const { ask } = open({ idleMs: 50 });
    const first = await ask('process');
    await expect.poll(childProcesses).toEqual([]);
    expect(await ask('process')).not.toBe(first);
  });

  test('a document is refused when the queue is full, or when it has waited too long', async () => {
    const { ask } = open({ atOnce: 1, maxWaiting: 1, maxWaitMs: 100, maxCpuMs: 1000 });
    await ask('echo');
    const endless = failureOf(ask('endless'));
    const waiting = failureOf(ask('echo'));
    expect(await failureOf(ask('echo'))).toBeInstanceOf(ReaderBusy);
    expect(await waiting).toBeInstanceOf(ReaderBusy);
    await endless;
  });

  test('a stop of the server aborts a running read and leaves no process', async () => {
    const { reader, ask } = open();
    await ask('echo');
    const failure = failureOf(ask('endless'));
    await reader.close();
    expect(await failure).toBeInstanceOf(ReaderBusy);
    expect(await failureOf(ask('echo'))).toBeInstanceOf(ReaderBusy);
    expect(childProcesses()).toEqual([]);
  });
});

describe('a reader process', () => {
  test('USE-33 a reader process for background work runs with a low priority', async () => {
    const { ask } = open({ niceness: 10 });
    await ask('echo');
    const pids = childProcesses();
    expect(pids.map((pid) => getPriority(pid))).toEqual(pids.map(() => 10));
    for (const pid of pids) {
      const group = await readFile(`/proc/${pid}/autogroup`, 'utf8').catch(() => null);
      if (group !== null) expect(group).toContain('nice 10');
    }
  });

  test('USE-33 a process is replaced between documents before it reaches its CPU limit', async ({ skip }) => {
    const { ask } = open({ maxCpuSeconds: 0 });
    const first = await ask('process');
    skip(process.platform !== 'linux', 'the system does not show CPU time');
    expect(await ask('process')).not.toBe(first);
  });

  test('a reader process has no access to the vault, to other files and to settings of the server', async () => {
    await mkdir(join(hidden, 'data'), { recursive: true });
    await writeFile(join(hidden, 'data', 'secret'), 'do not tell');
    const { ask } = open({ hidden: join(hidden, 'data') });
    expect(await ask('file', join(hidden, 'data', 'secret'))).toContain('restricted');
    expect(await ask('file', '/etc/passwd')).toContain('restricted');
    process.env['VAULT_TEST_SECRET'] = 'password';
    expect(await ask('environment')).not.toContain('password');
  });

  test('a reader process has no network if the machine supports that', async ({ skip }) => {
    const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const lines: string[] = [];
    const { ask } = open({
      log: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
    });
    const answer = await ask('network', (server.address() as AddressInfo).port);
    skip(lines.length > 0, 'this machine has no sandbox');
    expect(answer).not.toBe('connected');
  });
});
