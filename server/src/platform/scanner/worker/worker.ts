import { parentPort, workerData } from 'node:worker_threads';
import type { Verdict } from '../scanner.ts';
import { freeBytes } from '../../memory/index.ts';
import { bufferSource, type ByteSource } from '../../zip/index.ts';
import { fitsTogether, RuleScanner } from './rule-scanner.ts';
import { CONTAINER_MARKS, containersAt } from './inside/formats.ts';
import { TEXT_CODE_WORDS } from './inside/mail-bodies.ts';
import { ruleInside } from './inside/rule-inside.ts';
import { MemoryPool } from './inside/sources.ts';
import { scanSource } from './inside/windows.ts';
import { type WorkerData, type Order, type Report, WINDOW_BYTES } from './protocol.ts';
import { lowerThreadPriority } from './thread-priority.ts';
import { loadEngine, type Matches, RuleError } from './yara.ts';

/*
 * One scanning thread. Files that fit one window are received complete and are scanned together with others that wait;
 * larger ones are read window by window. Both kinds take turns, so a large file delays others by at most one window.
 * Any unexpected error ends the thread: the server returns ERROR for its files and starts a new one.
 */

/**
 * A run of the engine takes about a millisecond for one small file or for twenty. In a stream of files, the first waits
 * a little for others: measured with ten senders, 0.7 ms of CPU a file instead of 1.15, without more waiting.
 */
const BATCH_MS = 5;
/** Files that arrive with longer pauses than this are not a stream: then no file waits. */
const STREAM_GAP_MS = 15;

/** A scan can take many seconds, most of all for an archive; the server ends a thread that is silent for 10. */
const HEARTBEAT_MS = 500;

type Whole = Extract<Order, { kind: 'whole' }>;

const port = parentPort;
if (port === null) throw new Error('This file runs as a worker thread');
const report = (message: Report, handedOver: ArrayBuffer[] = []) => port.postMessage(message, handedOver);

const FINDERS = { marks: CONTAINER_MARKS, words: TEXT_CODE_WORDS };

const { temporaryDirectory, limits } = workerData as WorkerData;
/** The room for members in memory, as many as three of the largest. */
const pool = new MemoryPool(3 * limits.maxMemoryBytes);
const ruleScanner = createRuleScanner(workerData as WorkerData);
const waiting: Whole[] = [];
let lastReceivedAt = 0;
const readers = new Map<number, (bytes: Uint8Array | null) => void>();

if (ruleScanner !== null) {
  lowerThreadPriority();
  port.on('message', (order: Order) => handleOrder(order, ruleScanner));
  report({ kind: 'ready' });
}

function createRuleScanner({ module, rules }: WorkerData): RuleScanner | null {
  loadEngine(module);
  try {
    return new RuleScanner(rules, FINDERS, createHeartbeat());
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    report({ kind: 'unfit', message: error.message });
    return null;
  }
}

/** @returns a function to be called often: it reports at intervals that this thread is alive */
function createHeartbeat(): () => void {
  let sentAt = 0;
  return () => {
    const now = performance.now();
    if (now - sentAt < HEARTBEAT_MS) return;
    sentAt = now;
    report({ kind: 'alive' });
  };
}

function handleOrder(order: Order, by: RuleScanner): void {
  if (order.kind === 'bytes') {
    const reader = readers.get(order.id);
    readers.delete(order.id);
    reader?.(order.bytes);
  } else if (order.kind === 'large') {
    const { id, sender, sizeBytes } = order;
    const source = remoteSource(id, sizeBytes);
    const scan = async () => {
      const found = await scanSource(source, by);
      return found.rule ?? ruleInside(source, found, { ...depsOf(by), sender });
    };
    void answer(id, by, scan).then(() => source.free());
  } else {
    waiting.push(order);
    const now = performance.now();
    const isStream = now - lastReceivedAt < STREAM_GAP_MS;
    lastReceivedAt = now;
    if (waiting.length > 1) return;
    // Never scans immediately, because messages with more files may already be queued.
    if (isStream) setTimeout(scanWaiting, BATCH_MS, by);
    else setImmediate(scanWaiting, by);
  }
}

function scanWaiting(by: RuleScanner): void {
  const together: Whole[] = [];
  let bytes = 0;
  for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
    if (together.length > 0 && !fitsTogether(bytes, together.length, next.bytes.length)) break;
    waiting.shift();
    together.push(next);
    bytes += next.bytes.length;
  }
  by.matchesTogether(together.map((order) => order.bytes)).forEach((matches, index) => {
    const order = together[index];
    if (order === undefined) return;
    const scan = async () => matches.rule ?? scanWholeMembers(order, matches, by);
    void answer(order.id, by, scan).then(() => freeBytes(order.bytes));
  });
  if (waiting.length > 0) setImmediate(scanWaiting, by);
}

const depsOf = (by: RuleScanner) => ({ ruleScanner: by, temporaryDirectory, pool, ...limits });

function scanWholeMembers(
  { sender, bytes: { buffer, byteOffset, length } }: Whole,
  { marks, hasWords: hasTextCodes }: Matches,
  by: RuleScanner,
): Promise<string | null> {
  const bytes = Buffer.from(buffer, byteOffset, length);
  const formats = marks === null ? null : containersAt(bytes, marks).formats;
  return ruleInside(bufferSource(bytes), { bytes, formats, hasTextCodes }, { ...depsOf(by), sender });
}

async function answer(id: number, by: RuleScanner, scan: () => Promise<string | null>): Promise<void> {
  const verdict: Verdict = await scan().then(
    (rule) => (rule === null ? { status: 'PASS' } : { status: 'VIRUS', signature: rule }),
    (error: unknown) => ({ status: 'ERROR', reason: error instanceof Error ? error.message : String(error) }),
  );
  readers.delete(id);
  report({ kind: 'verdict', id, verdict, scans: by.scans });
}

/** The bytes of a large file, read by the server. `free` frees its memory after the last read. */
function remoteSource(id: number, sizeBytes: number): ByteSource & { free: () => void } {
  let room = new Uint8Array(WINDOW_BYTES);
  return {
    sizeBytes,
    free: () => freeBytes(room),
    async readAt(target, position) {
      const { promise, resolve } = Promise.withResolvers<Uint8Array | null>();
      readers.set(id, resolve);
      report({ kind: 'want', id, position, length: target.length, room }, [room.buffer]);
      const bytes = await promise;
      if (bytes === null) throw new Error('the bytes could not be read');
      target.set(bytes);
      room = new Uint8Array(bytes.buffer as ArrayBuffer);
      return bytes.length;
    },
  };
}
