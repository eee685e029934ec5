import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Campaign, numberOf } from '../support/campaign.ts';
import { type Findings, publish } from '../support/report.ts';
import { signIn } from '../support/client.ts';
import type { Resident } from '../support/mappings.ts';
import { type Memory, startVaultProcess, type VaultProcess } from '../support/vault-process.ts';
import { fuzz } from './fuzz.ts';

/** The memory after these requests is compared with that at the end (SAFE-11). */
const WARM_UP = 10_000;
const REFRESH_EVERY = 1_000;
const MIB = 1024 * 1024;
/** Longer than two of the intervals after which the server finds that it is idle. */
const REST_MS = 10_000;
/** How much more than after the first requests is allowed, because malloc and V8 keep free memory. */
const ALLOWED = { heapUsed: 8 * MIB, rssAtRest: 64 * MIB };

/** SAFE-11: malformed requests to every call; 0 answers of 5xx, and flat memory. */
export const fuzzCampaign: Campaign = {
  about: 'malformed requests to every call (--requests 1000000 --from 0 --lanes 16 --minutes 60)',
  options: {
    requests: { type: 'string' },
    from: { type: 'string' },
    lanes: { type: 'string' },
    minutes: { type: 'string' },
  },
  async run(seed, values) {
    const requests = numberOf(values, 'requests', 1_000_000);
    const from = numberOf(values, 'from', 0);
    const folder = await mkdtemp(join(tmpdir(), 'campaign-fuzz-'));
    const startedAt = new Date();
    // Attempts are limited by the address of the client: each request has another one, so that few are refused.
    const env = { PUBLIC_URL: 'http://vault.example', TRUST_PROXY: '127.0.0.1' };
    const vault = await startVaultProcess({ folder, env });
    const memories: MemoryAfter[] = [];
    let warm: EndMemory | null = null;
    const result = await fuzz({
      origin: vault.origin,
      signIn: (name) => signIn(vault.origin, name),
      seed,
      from,
      requests,
      refreshEvery: REFRESH_EVERY,
      lanes: numberOf(values, 'lanes', 16),
      until: startedAt.getTime() + numberOf(values, 'minutes', 1_000_000) * 60_000,
      async onProgress(sent) {
        if (sent !== WARM_UP && sent % 50_000 !== 0) return;
        const memory = await vault.memory();
        if (sent === WARM_UP) warm = await endMemory(vault);
        memories.push(memoryAfter(sent, memory));
        const seconds = (Date.now() - startedAt.getTime()) / 1000;
        console.log(`${sent} requests, ${seconds.toFixed(0)} s, ${JSON.stringify(memories.at(-1))}`);
      },
    });
    const { findings, ...counts } = result;
    const end = await endMemory(vault);
    checkMemory(findings, warm, end);
    const levels = await logLevels(vault.logFile);
    vault.child.kill('SIGTERM');
    const exitCode = await vault.exited;
    if (exitCode !== 0) findings.add(`the server ended with ${exitCode}`, null);
    await publish({
      campaign: `fuzz-${from}`,
      seed,
      startedAt: startedAt.toISOString(),
      seconds: (Date.now() - startedAt.getTime()) / 1000,
      counts: { from, ...counts, memories, atRest: [warm, end].map(inMib), logLines: levels },
      findings: findings.listed,
      findingCount: findings.count,
    });
    await rm(folder, { recursive: true, force: true });
  },
};

/** What must not grow, in bytes. */
interface EndMemory {
  /** the live objects, after a collection of garbage */
  heapUsed: number;
  /** the process, when the server has no requests: it then returns the pages that V8 keeps without using them */
  rssAtRest: number;
}

async function endMemory(vault: VaultProcess): Promise<EndMemory> {
  const { heapUsed, rss } = await vault.memory();
  for (let last = rss; ;) {
    await sleep(REST_MS);
    const { rss: next } = await vault.memory();
    if (next > last - MIB) return { heapUsed, rssAtRest: next };
    last = next;
  }
}

/** The memory of the server after a number of requests, in MiB. */
interface MemoryAfter {
  after: number;
  heap: number;
  /** what V8 has from the system for the objects of the main thread, and of the others */
  heapTotal: number;
  threadHeaps: number;
  rss: number;
  /** parts of `rss` */
  resident: Resident;
}

function memoryAfter(sent: number, memory: Memory): MemoryAfter {
  const { heapUsed, heapTotal, threadHeaps, rss, resident } = memory;
  const { wasm, malloc, files, other } = resident;
  return {
    after: sent,
    heap: mib(heapUsed),
    heapTotal: mib(heapTotal),
    threadHeaps: mib(threadHeaps),
    rss: mib(rss),
    resident: { wasm: mib(wasm), malloc: mib(malloc), files: mib(files), other: mib(other) },
  };
}

const inMib = (memory: EndMemory | null) => ({
  heap: mib(memory?.heapUsed ?? 0),
  rssAtRest: mib(memory?.rssAtRest ?? 0),
});

const mib = (bytes: number) => Math.round(bytes / MIB);

function checkMemory(findings: Findings, warm: EndMemory | null, end: EndMemory): void {
  if (warm === null) return;
  for (const part of ['heapUsed', 'rssAtRest'] as const) {
    const grown = end[part] - warm[part];
    if (grown > ALLOWED[part]) {
      findings.add(`${part} grew by ${mib(grown)} MiB after the first ${WARM_UP} requests`, { warm, end });
    }
  }
}

/** Counts the log lines of errors by their text. */
async function logLevels(file: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const line of (await readFile(file, 'utf8')).split('\n')) {
    const [, level = '', msg = ''] = /"level":"?(\w+)"?.*"msg":"([^"]*)"/.exec(line) ?? [];
    if (level !== '') counts[`${level} ${msg}`] = (counts[`${level} ${msg}`] ?? 0) + 1;
  }
  return counts;
}
