import { execFile } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { contract } from '@vault/contract';
import { type Bare, LARGE, NODE_DEFAULT, startBare } from './support/bare.ts';
import { type Download, download } from './support/bulk.ts';
import { freshBeginning, freshBytes, GIB, MIB } from './support/bytes.ts';
import { Connection, encode, type Request } from './support/connection.ts';
import { type Cost, costOf, firstMeasured, type Observed, ratesOf } from './support/cost.ts';
import { must } from './support/must.ts';
import { type Nginx, startNginx } from './support/nginx.ts';
import { makeFolder, requestFor, uploadFile } from './support/pipeline.ts';
import { loadNow, printTable, saveResults } from './support/report.ts';
import { inRounds } from './support/rounds.ts';
import { decimals, spread, whole } from './support/stats.ts';
import { RECORD_ID, startVault, type Vault } from './support/vault.ts';

const FILES = 1000;
const FOLDER = 'Project';
const ARCHIVE = 'archive.zip';
const AT_ONCE = 8;
const TAIL = 5 * MIB + 7;

interface Measured {
  cost: Cost;
  firstByteMs: number;
}

/**
 * Measures 1,000 files as one ZIP, the finished archive from nginx (SPEED-07), and the same bytes file by file from
 * bare Node streams.
 */
export async function zip(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      // the maximum of one download: 1 GiB in total
      'file-bytes': { type: 'string', default: String(Math.floor(GIB / FILES)) },
      rounds: { type: 'string', default: '5' },
      profile: { type: 'string' },
      // the folder of another checkout whose server is measured too
      beside: { type: 'string' },
    },
  });
  const fileBytes = Number(values['file-bytes']);
  const loadBefore = loadNow();
  const vault = await startVault({ profileDir: values.profile });
  const other = values.beside === undefined ? null : await startVault({ checkout: values.beside });
  const bare = await startBare();
  const nginx = await startNginx();
  try {
    const vaults = other === null ? [vault] : [vault, other];
    await fill(vaults, bare, fileBytes);
    await checkArchive(vault, fileBytes, nginx);
    const body = { linkId: RECORD_ID, paths: [FOLDER] };
    const requestTo = ({ client }: Vault) => requestFor(contract.download.selection, { body }, client.token);
    const bytes = fileBytes * FILES;
    const bareRequest = (buffer: number) => ({ method: 'GET', path: `/*?buffer=${buffer}` });
    const results = await inRounds<string, Measured>(Number(values.rounds), {
      'the vault, ZIP': () => measure(vault, requestTo(vault), bytes),
      ...(other && { 'the vault beside, ZIP': () => measure(other, requestTo(other), bytes) }),
      ...(nginx && {
        'nginx, finished ZIP': () => measure(nginx, { method: 'GET', path: `/${ARCHIVE}` }, bytes),
      }),
      'bare streams, 64 KiB buffers': () => measure(bare, bareRequest(NODE_DEFAULT), bytes),
      'bare streams, 1 MiB buffers': () => measure(bare, bareRequest(LARGE), bytes),
    });
    printTable(
      `${whole(FILES)} files of ${whole(fileBytes)} bytes, medians (lowest..highest)`,
      rowsOf(results, bytes),
    );
    await saveResults(`zip-${fileBytes}`, loadBefore, results, [
      {
        work: 'ZIP of 1,000 files, 1 GiB',
        unit: 'MiB/s',
        better: 'higher',
        values: ratesOf(results['the vault, ZIP'], bytes),
        reference: firstMeasured(results, ['nginx, finished ZIP', 'bare streams, 1 MiB buffers'], bytes),
        goal: { share: 0.9 },
      },
      {
        work: 'ZIP of 1,000 files, first byte',
        unit: 'ms',
        better: 'lower',
        values: (results['the vault, ZIP'] ?? []).map(({ firstByteMs }) => firstByteMs),
        goal: { value: 100 },
      },
    ]);
  } finally {
    await Promise.all([vault.stop(), other?.stop(), bare.stop(), nginx?.stop()]);
  }
}

/** Stores the same files in all servers; in vaults by all four calls. */
async function fill(vaults: readonly Vault[], bare: Bare, fileBytes: number): Promise<void> {
  const folderIds = new Map<Vault, string>();
  for (const vault of vaults) folderIds.set(vault, await makeFolder(vault, FOLDER));
  const numbers = Array.from({ length: FILES }, (_, n) => n).values();
  const worker = async () => {
    const connections = await Promise.all(vaults.map(({ origin }) => Connection.open(origin)));
    const toBare = await Connection.open(bare.origin);
    for (const n of numbers) {
      const body = Buffer.concat([...freshBytes(fileBytes, freshBeginning())]);
      for (const [index, vault] of vaults.entries()) {
        const connection = connections[index];
        if (connection === undefined) continue;
        const folderId = folderIds.get(vault) ?? '';
        const file = { folderId, name: `file ${n}.bin`, sizeBytes: fileBytes };
        await uploadFile({ vault, connection }, file, body);
      }
      await toBare.send(encode({ method: 'PUT', path: `/${n}.bin`, body }));
    }
    for (const connection of connections) connection.close();
    toBare.close();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/**
 * Checks that Python opens the archive, that its checksums are right, and its end by Range.
 * @param nginx serves the archive afterwards
 */
async function checkArchive(vault: Vault, fileBytes: number, nginx: Nginx | null): Promise<void> {
  const ticket = await vault.client.data(contract.download.ticket, {
    body: { linkId: RECORD_ID, paths: [FOLDER] },
  });
  const request = { method: 'GET', path: new URL(ticket.url).pathname };
  const folder = mkdtempSync(join(tmpdir(), 'vault-zip-'));
  try {
    const path = nginx?.pathOf(ARCHIVE) ?? join(folder, ARCHIVE);
    const file = openSync(path, 'w');
    let end = Buffer.alloc(0);
    const full = await download(vault.origin, request, (piece) => {
      writeSync(file, piece);
      end = Buffer.concat([end, piece]).subarray(-TAIL);
    });
    closeSync(file);
    must(full.bytes === ticket.size, `${full.bytes} bytes came, ${ticket.size} were announced`);
    const program = `import sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
print(len(archive.namelist()), sum(entry.file_size for entry in archive.infolist()))`;
    const { stdout } = await promisify(execFile)('python3', ['-c', program, path]);
    must(stdout.trim() === `${FILES} ${FILES * fileBytes}`, `Python found ${stdout}`);
    const pieces: Buffer[] = [];
    const headers = { range: `bytes=${full.bytes - end.length}-` };
    const part = await download(vault.origin, { ...request, headers }, (piece) =>
      pieces.push(Buffer.from(piece)),
    );
    must(part.status === 206 && Buffer.concat(pieces).equals(end), 'the end by Range is another one');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measure(
  server: Observed & { origin: string },
  request: Request,
  atLeast: number,
): Promise<Measured> {
  const { result, cost } = await costOf<Download>(server, () => download(server.origin, request));
  must(
    result.status === 200 && result.bytes >= atLeast,
    `${result.bytes} bytes with status ${result.status}`,
  );
  must(String(result.bytes) === result.headers.get('content-length'), 'the length was not announced');
  return { cost, firstByteMs: result.firstByteMs };
}

function rowsOf(results: Record<string, Measured[]>, bytes: number): string[][] {
  const rows = Object.entries(results).map(([name, measured]) => {
    const each = (take: (one: Measured) => number, format: (value: number) => string) =>
      spread(measured.map(take), format);
    return [
      name,
      each(({ cost }) => bytes / MIB / (cost.wallMs / 1000), whole),
      each(({ cost }) => (FILES * 1000) / cost.wallMs, whole),
      each(({ firstByteMs }) => firstByteMs, decimals(1)),
      each(({ cost }) => cost.cpu, decimals(2)),
      each(({ cost }) => cost.growth, whole),
    ];
  });
  return [['', 'MiB/s', 'files/s', 'first byte ms', 'CPU s', 'growth MiB'], ...rows];
}
