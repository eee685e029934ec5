import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { contract, type Endpoint, requestOf } from '@vault/contract';
import { freshBeginning, freshBytes, MIB } from './support/bytes.ts';
import { Connection } from './support/connection.ts';
import { must } from './support/must.ts';
import { makeFolder, uploadFile } from './support/pipeline.ts';
import { loadNow, printTable, saveResults } from './support/report.ts';
import { decimals, median, percentile } from './support/stats.ts';
import { RECORD_ID, startVault, type Vault } from './support/vault.ts';

const FOLDER = 'Shared';
const FILE_BYTES = 20 * MIB;
const LISTS = 200;
const { recipient, sharing, files } = contract;

/** Measures the owner's list calls while 200 visitors of a link download at the speed of a good line. */
export async function visitors(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      visitors: { type: 'string', default: '200' },
      /** bandwidth of each visitor, in Mbit/s */
      line: { type: 'string', default: '8' },
      rounds: { type: 'string', default: '5' },
    },
  });
  const loadBefore = loadNow();
  const vault = await startVault();
  try {
    const token = await shareFile(vault);
    const load = { count: Number(values.visitors), bytesPerSecond: (Number(values.line) * 1e6) / 8 };
    const idle: number[][] = [];
    const underLoad: number[][] = [];
    for (let round = 0; round <= Number(values.rounds); round += 1) {
      const alone = await listTimes(vault);
      const { times, received, seconds } = await withVisitors(vault, { ...load, token });
      if (round === 0) continue;
      idle.push(alone);
      underLoad.push(times);
      const rate = Math.round(received / MIB / seconds);
      console.log(`round ${round}: ${Math.round(received / MIB)} MiB to the visitors, ${rate} MiB/s`);
    }
    const ms = decimals(2);
    const row = (name: string, rounds: number[][]) => [
      name,
      ms(median(rounds.flat())),
      ms(percentile(rounds.flat(), 0.95)),
    ];
    const table = [
      ["owner's list call", 'p50, ms', 'p95, ms'],
      row('alone', idle),
      row(`beside ${load.count} visitors`, underLoad),
      ['ratio', decimals(2)(median(underLoad.flat()) / median(idle.flat())), ''],
    ];
    printTable(`${load.count} visitors who download at ${values.line} Mbit/s each`, table);
    await saveResults(`visitors-${load.count}`, loadBefore, { table, idle, underLoad });
  } finally {
    await vault.stop();
  }
}

/** @returns the token of a link to a folder with one file */
async function shareFile(vault: Vault): Promise<string> {
  const folderId = await makeFolder(vault, FOLDER);
  const connection = await Connection.open(vault.origin);
  const file = { folderId, name: 'film.bin', sizeBytes: FILE_BYTES };
  await uploadFile({ vault, connection }, file, freshBytes(FILE_BYTES, freshBeginning()));
  connection.close();
  const { accessUrl } = await vault.client.data(sharing.shareLink, {
    params: { recordId: RECORD_ID },
    body: { accessType: 'Anyone', paths: [FOLDER], allowDownload: true },
  });
  return accessUrl.split('/').at(-1) ?? '';
}

/** Makes the owner's list calls one after the other with a pause. @returns the milliseconds of each */
async function listTimes(vault: Vault): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < LISTS; n += 1) {
    const startedAt = performance.now();
    const reply = await vault.client.call(files.list, { params: { recordId: RECORD_ID }, query: {} });
    times.push(performance.now() - startedAt);
    must(reply.code === 200, `the list got ${reply.code}`);
    await sleep(20);
  }
  return times;
}

interface VisitorLoad {
  token: string;
  count: number;
  bytesPerSecond: number;
}

async function withVisitors(vault: Vault, load: VisitorLoad) {
  const end = new AbortController();
  const startedAt = performance.now();
  const people = Array.from({ length: load.count }, () => visit(vault, load, end.signal));
  // Waits until all downloads are running.
  await sleep(2000);
  const times = await listTimes(vault);
  end.abort();
  const received = (await Promise.all(people)).reduce((sum, bytes) => sum + bytes, 0);
  return { times, received, seconds: (performance.now() - startedAt) / 1000 };
}

/** Opens the link and downloads its file repeatedly. @returns the received bytes */
async function visit(
  vault: Vault,
  { token, bytesPerSecond }: VisitorLoad,
  signal: AbortSignal,
): Promise<number> {
  const ask = async <T>(endpoint: Endpoint, input: object, visitor: string | null): Promise<T> => {
    const { method, path, body } = requestOf(endpoint, { params: { token }, ...input });
    const reply = await fetch(vault.origin + path, {
      method,
      ...(body !== undefined && { body }),
      headers: {
        'content-type': 'application/json',
        ...(visitor !== null && { authorization: `Bearer ${visitor}` }),
      },
    });
    must(reply.status === 200, `${endpoint.name} got ${reply.status}`);
    return ((await reply.json()) as { data: T }).data;
  };
  const { visitorToken } = await ask<{ visitorToken: string }>(recipient.unlock, { body: {} }, null);
  let received = 0;
  while (!signal.aborted) {
    const body = { paths: [FOLDER] };
    const { url } = await ask<{ url: string }>(recipient.downloadTicket, { body }, visitorToken);
    received += await drain(url, { bytesPerSecond, signal });
  }
  return received;
}

/** Reads a reply at the speed of a line. @returns the received bytes */
function drain(
  url: string,
  { bytesPerSecond, signal }: { bytesPerSecond: number; signal: AbortSignal },
): Promise<number> {
  return new Promise((resolve, reject) => {
    let received = 0;
    const startedAt = performance.now();
    const request = get(url, (reply) => {
      must(reply.statusCode === 200, `a download got ${reply.statusCode}`);
      reply.on('data', (piece: Buffer) => {
        received += piece.length;
        const ahead = (received / bytesPerSecond) * 1000 - (performance.now() - startedAt);
        if (ahead < 50) return;
        reply.pause();
        setTimeout(() => reply.resume(), ahead);
      });
      reply.on('close', () => resolve(received));
    });
    request.on('error', (error) => (signal.aborted ? resolve(received) : reject(error)));
    signal.addEventListener('abort', () => request.destroy(), { once: true });
  });
}
