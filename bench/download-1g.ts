import { parseArgs } from 'node:util';
import { contract } from '@vault/contract';
import { type Bare, LARGE, NODE_DEFAULT, startBare } from './support/bare.ts';
import { type Download, download, upload } from './support/bulk.ts';
import { freshBeginning, freshBytes, GIB, MIB, sha256Of } from './support/bytes.ts';
import { Connection, type Request } from './support/connection.ts';
import { type Cost, costOf, firstMeasured, type Observed, ratesOf } from './support/cost.ts';
import { must } from './support/must.ts';
import { startNginx } from './support/nginx.ts';
import { fileIdOf, makeFolder, requestFor, uploadFile } from './support/pipeline.ts';
import { loadNow, printTable, saveResults } from './support/report.ts';
import { inRounds } from './support/rounds.ts';
import { decimals, spread, whole } from './support/stats.ts';
import { startVault, type Vault } from './support/vault.ts';

const SIZE = GIB;
const TAIL = 3 * MIB + 5;
const FILE = { folder: 'Large', name: 'large.bin' };

interface Measured {
  cost: Cost;
  firstByteMs: number;
}

/**
 * Measures 1 GiB from the vault, from nginx (SPEED-07), and from a bare Node stream from disk to socket with default
 * and large buffers.
 */
export async function download1g(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '5' },
      profile: { type: 'string' },
      // the folder of another checkout whose server is measured too
      beside: { type: 'string' },
    },
  });
  const loadBefore = loadNow();
  const vault = await startVault({ profileDir: values.profile });
  const other = values.beside === undefined ? null : await startVault({ checkout: values.beside });
  const bare = await startBare();
  const nginx = await startNginx();
  try {
    const beginning = freshBeginning();
    const request = await fill(vault, beginning);
    const besides = other === null ? {} : besideOf(other, await fill(other, beginning));
    await fillBare(bare, beginning);
    await nginx?.store(FILE.name, freshBytes(SIZE, beginning));
    const bareRequest = (buffer: number) => ({ method: 'GET', path: `/${FILE.name}?buffer=${buffer}` });
    const results = await inRounds<string, Measured>(Number(values.rounds), {
      vault: () => measure(vault, request),
      ...besides,
      ...(nginx && { nginx: () => measure(nginx, { method: 'GET', path: `/${FILE.name}` }) }),
      'bare stream, 64 KiB buffers': () => measure(bare, bareRequest(NODE_DEFAULT)),
      'bare stream, 1 MiB buffers': () => measure(bare, bareRequest(LARGE)),
    });
    printTable('Download of 1 GiB, medians (lowest..highest)', rowsOf(results));
    await saveResults('download-1g', loadBefore, results, [
      {
        work: 'download of 1 GiB',
        unit: 'MiB/s',
        better: 'higher',
        values: ratesOf(results['vault'], SIZE),
        reference: firstMeasured(results, ['nginx', 'bare stream, 1 MiB buffers'], SIZE),
        goal: { share: 1 },
      },
    ]);
  } finally {
    await Promise.all([vault.stop(), other?.stop(), bare.stop(), nginx?.stop()]);
  }
}

const besideOf = (other: Vault, request: Request) => ({ 'vault beside': () => measure(other, request) });

/** Uploads bytes to a vault and compares them once. @returns the request that downloads them */
async function fill(vault: Vault, beginning: Buffer): Promise<Request> {
  const bytes = () => freshBytes(SIZE, beginning);
  const folderId = await makeFolder(vault, FILE.folder);
  const connection = await Connection.open(vault.origin);
  await uploadFile({ vault, connection }, { folderId, name: FILE.name, sizeBytes: SIZE }, bytes());
  connection.close();

  const params = { sfid: await fileIdOf(vault, FILE) };
  const request = requestFor(contract.download.version, { params }, vault.client.token);
  const all = await bodyOf(vault, request);
  must(
    all.length === SIZE && sha256Of([all]) === sha256Of(bytes()),
    'the bytes are not those that were sent',
  );
  const tail = await bodyOf(vault, { ...request, headers: { range: `bytes=${SIZE - TAIL}-` } });
  must(tail.equals(all.subarray(SIZE - TAIL)), 'the tail by Range is not the tail of the file');
  return request;
}

async function fillBare(bare: Bare, beginning: Buffer): Promise<void> {
  const request = { method: 'PUT', path: `/${FILE.name}`, contentLength: SIZE };
  await upload(bare.origin, request, freshBytes(SIZE, beginning));
}

async function bodyOf({ origin }: Vault, request: Request): Promise<Buffer> {
  const pieces: Buffer[] = [];
  await download(origin, request, (piece) => pieces.push(Buffer.from(piece)));
  return Buffer.concat(pieces);
}

async function measure(server: Observed & { origin: string }, request: Request): Promise<Measured> {
  const { result, cost } = await costOf<Download>(server, () => download(server.origin, request));
  must(result.status === 200 && result.bytes === SIZE, `${result.bytes} bytes with status ${result.status}`);
  return { cost, firstByteMs: result.firstByteMs };
}

function rowsOf(results: Record<string, Measured[]>): string[][] {
  const rows = Object.entries(results).map(([name, measured]) => {
    const each = (take: (one: Measured) => number, format: (value: number) => string) =>
      spread(measured.map(take), format);
    return [
      name,
      each(({ cost }) => SIZE / MIB / (cost.wallMs / 1000), whole),
      each(({ firstByteMs }) => firstByteMs, decimals(1)),
      each(({ cost }) => cost.cpu, decimals(2)),
      each(({ cost }) => cost.growth, whole),
    ];
  });
  return [['', 'MiB/s', 'first byte ms', 'CPU s', 'growth MiB'], ...rows];
}
