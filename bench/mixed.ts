import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { contract } from '@vault/contract';
import { startBareList } from './support/bare.ts';
import { insertFiles, makeFiles } from './support/big-folder.ts';
import { download } from './support/bulk.ts';
import { freshBeginning, freshBytes, MIB } from './support/bytes.ts';
import { Connection } from './support/connection.ts';
import { must } from './support/must.ts';
import { PageRequests } from './support/page-requests.ts';
import { fileIdOf, makeFolder, requestFor, uploadFile } from './support/pipeline.ts';
import { loadNow, printTable, saveResults } from './support/report.ts';
import { inRounds } from './support/rounds.ts';
import { decimals, percentile, spread, whole } from './support/stats.ts';
import { RECORD_ID, startVault, type Vault } from './support/vault.ts';

const LISTED = { folder: 'Listed', files: 10_000 };
const LARGE = { folder: 'Large', name: 'large.bin', sizeBytes: 256 * MIB };
const ZIPPED = { folder: 'Zipped', files: 256, sizeBytes: MIB };
const SMALL_BYTES = 10 * 1024;
const SMALL_AT_ONCE = 10;
/** how long a list is measured beside each work */
const MEASURE_MS = 5000;
/** between two lists of the person */
const PAUSE_MS = 10;
const BARE = 'all of them, the list of a bare server';

/** Does work until the signal. */
type Work = (isOver: () => boolean) => Promise<void>;

/**
 * Measures the first page of a folder of 10,000 files while others upload, download and fetch ZIPs (SPEED-11). The
 * bare server sends the same page beside the same work of the vault.
 */
export async function mixed(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { rounds: { type: 'string', default: '3' }, beside: { type: 'string' } },
  });
  const loadBefore = loadNow();
  const vault = await startVault();
  const other = values.beside === undefined ? null : await startVault({ checkout: values.beside });
  const bare = await startBareList(vault);
  try {
    const works = await prepare(vault);
    const all = together(works);
    const beside = { nothing: async () => undefined, ...works, 'all of them': all };
    const request = firstPage(vault);
    const listBeside = (origin: string, work: Work) => () => timesOf({ origin, request }, work);
    const candidates = Object.entries(beside).map(
      ([name, work]) => [name, listBeside(vault.origin, work)] as const,
    );
    const results = await inRounds<string, number[]>(Number(values.rounds), {
      ...Object.fromEntries(candidates),
      [BARE]: listBeside(bare.origin, all),
      ...(other && { 'all of them, the vault beside': await listOf(other) }),
    });
    const table = [
      ['list beside', 'lists', 'p50 ms', 'p99 ms'],
      ...Object.entries(results).map(([name, rounds]) => [
        name,
        spread(
          rounds.map((times) => times.length),
          whole,
        ),
        ...[0.5, 0.99].map((share) =>
          spread(
            rounds.map((times) => percentile(times, share)),
            decimals(1),
          ),
        ),
      ]),
    ];
    printTable('First page of 10,000 files, one client, medians (lowest..highest)', table);
    const slowOf = (name: string) => (results[name] ?? []).map((times) => percentile(times, 0.99));
    await saveResults('mixed', loadBefore, { table }, [
      {
        work: 'list beside uploads, a download and a ZIP, p99',
        unit: 'ms',
        better: 'lower',
        values: slowOf('all of them'),
        reference: { name: 'bare Node with two statements', values: slowOf(BARE) },
        goal: { value: 40 },
      },
    ]);
  } finally {
    await Promise.all([vault.stop(), other?.stop(), bare.stop()]);
  }
}

const together =
  (works: Record<string, Work>): Work =>
  async (isOver) => {
    await Promise.all(Object.values(works).map((work) => work(isOver)));
  };

const firstPage = (vault: Vault) =>
  new PageRequests(vault, LISTED.folder).of({ page: 0, field: 'name', descending: false });

/** Fills another version of the vault. @returns its list beside all works */
async function listOf(vault: Vault): Promise<() => Promise<number[]>> {
  const all = together(await prepare(vault));
  return () => timesOf({ origin: vault.origin, request: firstPage(vault) }, all);
}

/** Fills the vault. @returns the works by their names */
async function prepare(vault: Vault): Promise<Record<string, Work>> {
  const database = await vault.connectDatabase();
  const listed = await makeFolder(vault, LISTED.folder);
  await insertFiles(database, { recordId: RECORD_ID, id: listed }, makeFiles(LISTED.files));
  await database.end();
  const [large, zipped, sent] = [
    await makeFolder(vault, LARGE.folder),
    await makeFolder(vault, ZIPPED.folder),
    await makeFolder(vault, 'Sent'),
  ];
  await send(vault, { folderId: large, name: LARGE.name, sizeBytes: LARGE.sizeBytes });
  for (let n = 0; n < ZIPPED.files; n += 1) {
    await send(vault, { folderId: zipped, name: `file ${n}.bin`, sizeBytes: ZIPPED.sizeBytes });
  }
  const params = { sfid: await fileIdOf(vault, LARGE) };
  const { token } = vault.client;
  let count = 0;
  const upload = (sizeBytes: number) => {
    count += 1;
    return send(vault, { folderId: sent, name: `sent ${count}.bin`, sizeBytes });
  };
  const fetchBytes = async (request: ReturnType<typeof requestFor>, least: number) => {
    const { status, bytes } = await download(vault.origin, request);
    must(status === 200 && bytes >= least, `${bytes} bytes with status ${status}`);
  };
  const ofFile = requestFor(contract.download.version, { params }, token);
  const body = { linkId: RECORD_ID, paths: [ZIPPED.folder] };
  const ofFolder = requestFor(contract.download.selection, { body }, token);
  return {
    'uploads of 256 MiB': until(() => upload(LARGE.sizeBytes)),
    'uploads of 10 KiB, ten at a time': async (isOver) => {
      const lanes = Array.from({ length: SMALL_AT_ONCE }, () => until(() => upload(SMALL_BYTES))(isOver));
      await Promise.all(lanes);
    },
    'a download of 256 MiB': until(() => fetchBytes(ofFile, LARGE.sizeBytes)),
    'a ZIP of 256 MiB': until(() => fetchBytes(ofFolder, ZIPPED.files * ZIPPED.sizeBytes)),
  };
}

/** Repeats work until the end. */
const until =
  (work: () => Promise<void>): Work =>
  async (isOver) => {
    while (!isOver()) await work();
  };

/** Sends one file over a new connection, as another person does. */
async function send(
  vault: Vault,
  file: { folderId: string; name: string; sizeBytes: number },
): Promise<void> {
  const connection = await Connection.open(vault.origin);
  const bytes = freshBytes(file.sizeBytes, freshBeginning());
  await uploadFile({ vault, connection }, file, file.sizeBytes > MIB ? bytes : Buffer.concat([...bytes]));
  connection.close();
}

/** @returns the milliseconds of each list while others work */
async function timesOf(
  { origin, request }: { origin: string; request: Buffer },
  work: Work,
): Promise<number[]> {
  const connection = await Connection.open(origin);
  let isOver = false;
  const working = work(() => isOver);
  const times: number[] = [];
  const end = performance.now() + MEASURE_MS;
  while (performance.now() < end) {
    const startedAt = performance.now();
    const { status } = await connection.send(request);
    must(status === 200, `a list got ${status}`);
    times.push(performance.now() - startedAt);
    await sleep(PAUSE_MS);
  }
  isOver = true;
  await working;
  connection.close();
  return times;
}
