import { parseArgs } from 'node:util';
import { contract } from '@vault/contract';
import { type Bare, startBare, startBareUpload } from './support/bare.ts';
import { download } from './support/bulk.ts';
import { freshBeginning, freshBytes } from './support/bytes.ts';
import { Connection, encode } from './support/connection.ts';
import { type Cost, costOf } from './support/cost.ts';
import { must } from './support/must.ts';
import { fileIdOf, makeFolder, requestFor, type Steps, stopwatch, uploadFile } from './support/pipeline.ts';
import { loadNow, printTable, saveResults } from './support/report.ts';
import { inRounds } from './support/rounds.ts';
import { decimals, median, percentile, spread, whole } from './support/stats.ts';
import { RECORD_ID, startVault, type Vault } from './support/vault.ts';

const FILES = 2000;
const SIZE = 10 * 1024;
const AT_ONCE = 10;
const PROMISING = 'bare PUT that checks, scans and inserts a row';

interface Measured {
  cost: Cost;
  /** milliseconds of each file, from its first call to the reply to its last */
  times: number[];
  steps: Steps[];
}

/** Measures 2,000 files of 10 KiB, ten at a time, with four calls each, and with one PUT to bare servers. */
export async function uploadSmall(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '3' },
      profile: { type: 'string' },
      // the folder of another checkout whose server is measured too
      beside: { type: 'string' },
    },
  });
  const loadBefore = loadNow();
  const vault = await startVault({ profileDir: values.profile });
  const other = values.beside === undefined ? null : await startVault({ checkout: values.beside });
  const bare = await startBare();
  const promising = await startBareUpload(vault);
  try {
    let round = 0;
    const nextFolder = () => `Round ${(round += 1)}`;
    const results = await inRounds<string, Measured>(Number(values.rounds), {
      vault: () => toVault(vault, nextFolder()),
      ...(other && { 'vault beside': () => toVault(other, nextFolder()) }),
      'bare PUT': () => toBare(bare, '/'),
      [PROMISING]: () => toBare(promising, `/${RECORD_ID}/round ${(round += 1)} `, vault.client.token),
    });
    printTable(
      `${whole(FILES)} files of 10 KiB, ${AT_ONCE} at a time, medians (lowest..highest)`,
      rowsOf(results),
    );
    printSteps(results['vault'] ?? []);
    const rateOf = (name: string) => (results[name] ?? []).map(({ cost }) => (FILES * 1000) / cost.wallMs);
    await saveResults('upload-small', loadBefore, results, [
      {
        work: 'uploads of 10 KiB, ten at a time',
        unit: 'files/s',
        better: 'higher',
        values: rateOf('vault'),
        reference: { name: PROMISING, values: rateOf(PROMISING) },
        goal: { value: 600 },
      },
    ]);
  } finally {
    await Promise.all([vault.stop(), other?.stop(), bare.stop(), promising.stop()]);
  }
}

const newBody = () => Buffer.concat([...freshBytes(SIZE, freshBeginning())]);

async function toVault(vault: Vault, folder: string): Promise<Measured> {
  const folderId = await makeFolder(vault, folder);
  const steps: Steps[] = [];
  const bodies = Array.from({ length: FILES }, newBody);
  const measured = await measureConcurrent(vault, async (connection, n) => {
    const file = { folderId, name: `file ${n}.bin`, sizeBytes: SIZE };
    steps.push(await uploadFile({ vault, connection }, file, bodies[n] ?? newBody()));
  });
  await check(vault, folder, bodies);
  return { ...measured, steps };
}

/** Checks that all files are in the list, and the bytes of one file. */
async function check(vault: Vault, folder: string, bodies: readonly Buffer[]): Promise<void> {
  const input = { params: { recordId: RECORD_ID }, query: { parentFolder: folder } };
  const { totalElements } = await vault.client.data(contract.files.list, input);
  must(totalElements === FILES, `${totalElements} files are in the list`);
  const params = { sfid: await fileIdOf(vault, { folder, name: 'file 0.bin' }) };
  const pieces: Buffer[] = [];
  const request = requestFor(contract.download.version, { params }, vault.client.token);
  await download(vault.origin, request, (piece) => pieces.push(Buffer.from(piece)));
  must(Buffer.concat(pieces).equals(bodies[0] ?? Buffer.alloc(0)), 'a file has other bytes');
}

async function toBare(bare: Bare, start: string, token: string | null = null): Promise<Measured> {
  const measured = await measureConcurrent(bare, async (connection, n) => {
    const path = encodeURI(`${start}${n}.bin`);
    const { status } = await connection.send(encode({ method: 'PUT', path, token, body: newBody() }));
    must(status === 200, `the bare server answered ${status}`);
  });
  return { ...measured, steps: [] };
}

/** Sends all files in parallel; each worker has its own connection. */
async function measureConcurrent(
  server: Vault | Bare,
  send: (connection: Connection, n: number) => Promise<void>,
): Promise<{ cost: Cost; times: number[] }> {
  const connections = await Promise.all(
    Array.from({ length: AT_ONCE }, () => Connection.open(server.origin)),
  );
  const numbers = Array.from({ length: FILES }, (_, n) => n).values();
  const times: number[] = [];
  const worker = async (connection: Connection) => {
    for (const n of numbers) {
      const clock = stopwatch();
      await send(connection, n);
      times.push(clock());
    }
  };
  const { cost } = await costOf(server, () => Promise.all(connections.map(worker)));
  for (const connection of connections) connection.close();
  return { cost, times };
}

function rowsOf(results: Record<string, Measured[]>): string[][] {
  const rows = Object.entries(results).map(([name, measured]) => {
    const each = (take: (one: Measured) => number, format: (value: number) => string) =>
      spread(measured.map(take), format);
    return [
      name,
      each(({ cost }) => (FILES * 1000) / cost.wallMs, whole),
      each(({ times }) => percentile(times, 0.5), decimals(1)),
      each(({ times }) => percentile(times, 0.99), decimals(1)),
      each(({ cost }) => (cost.cpu * 1000) / FILES, decimals(2)),
      each(({ cost }) => (cost.databaseCpu * 1000) / FILES, decimals(2)),
      each(({ cost }) => cost.growth, whole),
    ];
  });
  const head = ['', 'files/s', 'p50 ms', 'p99 ms', 'CPU ms/file', 'PostgreSQL CPU ms/file', 'growth MiB'];
  return [head, ...rows];
}

function printSteps(measured: readonly Measured[]): void {
  const steps = measured.flatMap((one) => one.steps);
  const row = (name: string, take: (one: Steps) => number) => [
    name,
    decimals(1)(median(steps.map(take))),
    decimals(1)(percentile(steps.map(take), 0.99)),
  ];
  printTable('The vault, call by call', [
    ['', 'p50 ms', 'p99 ms'],
    row('prepare', ({ prepareMs }) => prepareMs),
    row('PUT', ({ putMs }) => putMs),
    row('scan', ({ scanMs }) => scanMs),
    row('transfer', ({ transferMs }) => transferMs),
  ]);
}
