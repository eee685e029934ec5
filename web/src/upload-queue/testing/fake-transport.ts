import type { ScanItem, TransferDetail } from '@vault/contract';
import { withResolvers } from '../../kit/with-resolvers.ts';
import { createUploadQueue, type QueueDeps, type UploadQueue } from '../queue/queue.ts';
import { StageError, type Pack, type Transport } from '../queue/transport.ts';
import type { UidMemory } from '../queue/uid-memory.ts';
import type { NewItem, UploadItem, UploadTarget } from '../queue/item.ts';

/** A server in memory for tests: it implements the contract, and fails on request. */
export interface FakeServer extends Transport {
  /** every call in order, such as 'prepare a.txt', 'send a.txt', 'scan', 'transfer 20' */
  calls: string[];
  /** names or keys stored in the vault, in order */
  stored: string[];
  /** makes the next call of a kind fail; several failures apply to the next calls in order */
  failNext: (call: keyof Transport, code: number, times?: number) => void;
  /** calls of this kind wait until the returned function is called */
  hold: (call: keyof Transport) => () => void;
  /** scan results by path or name; PASS without an entry */
  verdicts: Map<string, Partial<ScanItem>>;
  /** the code of the transfer of a key, by path or name; 200 without an entry */
  codes: Map<string, number>;
}

/** Waits for a few microtasks, so that calls interleave. */
async function hop(): Promise<void> {
  for (let step = 0; step < 3; step += 1) await Promise.resolve();
}

/** Creates a server without data. */
export function createFakeServer(): FakeServer {
  const failures = new Map<string, number[]>();
  const holds = new Map<string, Promise<void>>();
  /** paths by uid, as they were sent */
  const sent = new Map<string, { name: string; paths: string[] }>();
  const nameOfKey = new Map<string, string>();

  async function enter(call: keyof Transport, text: string, signal: AbortSignal): Promise<void> {
    server.calls.push(text);
    await holds.get(call);
    await hop();
    signal.throwIfAborted();
    const code = failures.get(call)?.shift();
    if (code !== undefined) throw new StageError(code, `failed with ${code}`);
  }

  function scanItem(key: string, name: string): ScanItem {
    nameOfKey.set(key, name);
    return { key, name, scan_status: 'PASS', upload_status: 'SUCCESS', ...server.verdicts.get(name) };
  }

  const server: FakeServer = {
    calls: [],
    stored: [],
    verdicts: new Map(),
    codes: new Map(),
    failNext: (call, code, times = 1) => {
      failures.set(call, [...(failures.get(call) ?? []), ...Array.from({ length: times }, () => code)]);
    },
    hold: (call) => {
      const { promise, resolve } = withResolvers<void>();
      holds.set(call, promise);
      return () => {
        holds.delete(call);
        resolve();
      };
    },
    prepare: async ({ uid, fileName, signal }) => {
      await enter('prepare', `prepare ${fileName}`, signal);
      return `https://vault.example/${uid}`;
    },
    send: async ({ url, bytes, fileName, onProgress, signal }) => {
      await enter('send', `send ${fileName}`, signal);
      const uid = url.slice(url.lastIndexOf('/') + 1);
      sent.set(uid, { name: fileName, paths: packedPaths.get(bytes) ?? [] });
      onProgress(bytes.size);
    },
    scan: async ({ uid, isFolder, signal }) => {
      await enter('scan', 'scan', signal);
      const upload = sent.get(uid);
      if (!upload) throw new StageError(404, 'File or folder does not exist.');
      return isFolder
        ? upload.paths.map((path, index) => scanItem(`${uid}_${index}`, path))
        : [scanItem(uid, upload.name)];
    },
    sendFiles: async ({ files, signal }) => {
      await enter('sendFiles', `send ${files.length} together`, signal);
      return files.map(({ uid, fileName }) => {
        sent.set(uid, { name: fileName, paths: [] });
        return scanItem(uid, fileName);
      });
    },
    transfer: async ({ keys, signal }) => {
      await enter('transfer', `transfer ${keys.length}`, signal);
      return keys.map((fileKey): TransferDetail => {
        const code = server.codes.get(nameOfKey.get(fileKey) ?? '') ?? 200;
        if (code === 200) server.stored.push(nameOfKey.get(fileKey) ?? fileKey);
        return { fileKey, code, ...(code === 400 && { errorMessage: 'The path is too long.' }) };
      });
    },
  };
  return server;
}

const packedPaths = new WeakMap<Blob, string[]>();

/** Creates a ZIP that the fake server can read. */
export const fakePack: Pack = async ({ entries, signal }) => {
  await hop();
  signal.throwIfAborted();
  const zip = new Blob(['zip']);
  packedPaths.set(
    zip,
    entries.map((entry) => entry.path),
  );
  return zip;
};

export const TARGET: UploadTarget = {
  recordId: 'recAcme00000000001',
  folderSfid: 'fldA00000000000001',
  path: 'Reports',
};

/** Creates a file of a few bytes. */
export const aFile = (name: string) => new File(['some bytes'], name);
export const fileItem = (name: string, target = TARGET): NewItem => ({
  kind: 'file',
  name,
  target,
  files: [{ path: name, file: aFile(name) }],
});
export const folderItem = (name: string, paths: readonly string[]): NewItem => ({
  kind: 'folder',
  name,
  target: TARGET,
  files: paths.map((path) => ({ path, file: aFile(path) })),
});

/** The availability of a fake vault; at first it is available. */
export interface FakeAvailability {
  suspect: () => void;
  untilAvailable: (signal: AbortSignal) => Promise<void>;
  /** makes the vault unavailable until the returned function is called */
  away: () => () => void;
}

export function createFakeAvailability(): FakeAvailability {
  let back = Promise.resolve();
  return {
    suspect: () => undefined,
    untilAvailable: async (signal) => {
      await back;
      signal.throwIfAborted();
    },
    away: () => {
      const { promise, resolve } = withResolvers<void>();
      back = promise;
      return resolve;
    },
  };
}

/** A queue with a fake server, and the state that tests read. */
export interface TestQueue {
  queue: UploadQueue;
  server: FakeServer;
  availability: FakeAvailability;
  clock: { now: number };
  /** returns how often the queue has called `onIdle` */
  idle: () => number;
  published: () => readonly UploadItem[];
  /** resolves when nothing is active any more */
  settled: () => Promise<void>;
  named: (name: string) => UploadItem;
  status: (name: string) => string;
}

/** A memory that stores no uids. */
export const NO_MEMORY: UidMemory = { recall: () => null, keep: () => undefined, forget: () => undefined };

/** Creates a queue whose clock does not advance and whose list is published immediately. */
export function createTestQueue(
  replaced: Partial<Pick<QueueDeps, 'pack' | 'longCalls' | 'uids'>> = {},
  server: FakeServer = createFakeServer(),
): TestQueue {
  const availability = createFakeAvailability();
  const clock = { now: 1_000_000 };
  let uids = 0;
  let idle = 0;
  let published: readonly UploadItem[] = [];
  const queue = createUploadQueue({
    transport: server,
    availability,
    pack: fakePack,
    longCalls: (work) => work(),
    now: () => clock.now,
    newUid: () => `uid${(uids += 1)}`,
    uids: NO_MEMORY,
    publish: (items) => (published = items),
    schedule: (publish) => publish(),
    onIdle: () => (idle += 1),
    ...replaced,
  });
  const isActive = () =>
    queue.items().some(({ status }) => ['Waiting', 'Uploading', 'Scanning'].includes(status));
  const named = (name: string) => {
    const item = queue.items().find((one) => one.name === name);
    if (!item) throw new Error(`No item ${name}`);
    return item;
  };
  return {
    queue,
    server,
    availability,
    clock,
    idle: () => idle,
    published: () => published,
    settled: async () => {
      for (let turns = 0; isActive(); turns += 1) {
        if (turns > 100_000) throw new Error('The queue never came to rest.');
        await Promise.resolve();
      }
      await hop();
    },
    named,
    status: (name) => named(name).status,
  };
}

/** Runs all pending microtasks. */
export async function quiet(): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) await Promise.resolve();
}
