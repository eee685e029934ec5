import { parseArgs } from 'node:util';
import { contract } from '@vault/contract';
import { startS3Server } from '../server/src/testing/s3-server.ts';
import { startBareS3 } from './support/bare.ts';
import { download } from './support/bulk.ts';
import { freshBeginning, freshBytes, MIB } from './support/bytes.ts';
import { Connection, type Request } from './support/connection.ts';
import { costOf, type Observed } from './support/cost.ts';
import { sendDirect } from './support/direct-upload.ts';
import { must } from './support/must.ts';
import { fileIdOf, makeFolder, requestFor, uploadFile } from './support/pipeline.ts';
import { loadNow, printTable, saveResults } from './support/report.ts';
import { inRounds } from './support/rounds.ts';
import { S3Reference } from './support/s3-reference.ts';
import { decimals, spread, whole } from './support/stats.ts';
import { RECORD_ID, startVault, type Vault } from './support/vault.ts';

const REFERENCE = 'reference';
const FILES = 1000;
const FILE_BYTES = 10 * 1024;
const AT_ONCE = 16;
const LARGE = 'Large';
const MANY = 'Many';

interface Measured {
  wallMs: number;
  bytes: number;
  /** null for the reference */
  firstByteMs: number | null;
  /** growth of the vault's memory in MiB; null for the reference */
  growth: number | null;
}

/** Measures a vault over a real S3 server, and the SDK straight on the same server. */
export async function s3(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { rounds: { type: 'string', default: '3' }, mib: { type: 'string', default: '1024' } },
  });
  const sizeBytes = Number(values.mib) * MIB;
  const loadBefore = loadNow();
  const server = await startS3Server();
  const reference = await S3Reference.open(server.address, REFERENCE);
  // creates the bucket of the vault
  (await S3Reference.open(server.address, 'vault')).close();
  const { endpoint, region, accessKeyId, secretAccessKey } = server.address;
  const settings = {
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
  const vault = await startVault({
    settings: { ...settings, S3_BUCKET: 'vault', S3_BROWSER_ENDPOINT: endpoint },
  });
  const bare = await startBareS3({ ...settings, S3_BUCKET: REFERENCE });
  try {
    const folderId = await makeFolder(vault, LARGE);
    const names = await fillMany(vault, reference);
    await store(vault, { folderId, name: 'read.bin', sizeBytes });
    await reference.putLarge('read.bin', freshBytes(sizeBytes, freshBeginning()));
    const params = { sfid: await fileIdOf(vault, { folder: LARGE, name: 'read.bin' }) };
    const file = requestFor(contract.download.version, { params }, vault.client.token);
    const body = { linkId: RECORD_ID, paths: [MANY] };
    const archive = requestFor(contract.download.selection, { body }, vault.client.token);
    let uploads = 0;
    const results = await inRounds<string, Measured>(Number(values.rounds), {
      'upload: vault': () => store(vault, { folderId, name: `sent ${(uploads += 1)}.bin`, sizeBytes }),
      'upload: straight to S3, as a browser': () =>
        store(vault, { folderId, name: `sent ${(uploads += 1)}.bin`, sizeBytes, isDirect: true }),
      'upload: SDK': () =>
        timed(async () => {
          await reference.putLarge('sent.bin', freshBytes(sizeBytes, freshBeginning()));
          return sizeBytes;
        }),
      'download: vault': () => fetchFrom(vault, file),
      'download: bare Node server': () => fetchFrom(bare, { method: 'GET', path: '/read.bin' }),
      'download: SDK': () => timed(() => reference.read('read.bin')),
      'ZIP of 1,000 files: vault': () => fetchFrom(vault, archive),
      'the same 1,000 objects: SDK': () => timed(() => reference.readAll(names, AT_ONCE)),
    });
    printTable(`S3, ${values.mib} MiB, medians (lowest..highest)`, rowsOf(results));
    await saveResults('s3', loadBefore, results);
  } finally {
    reference.close();
    await bare.stop();
    await vault.stop();
    await server.stop();
  }
}

/** Stores 1,000 small files in the vault and in the bucket of the reference. @returns their names there */
async function fillMany(vault: Vault, reference: S3Reference): Promise<string[]> {
  const folderId = await makeFolder(vault, MANY);
  const names = Array.from({ length: FILES }, (_, n) => `file ${n}.bin`);
  const waiting = names.values();
  const worker = async (): Promise<void> => {
    const connection = await Connection.open(vault.origin);
    for (const name of waiting) {
      const body = Buffer.concat([...freshBytes(FILE_BYTES, freshBeginning())]);
      await uploadFile({ vault, connection }, { folderId, name, sizeBytes: FILE_BYTES }, body);
      await reference.put(name, body);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: AT_ONCE / 2 }, worker));
  return names;
}

interface FileToStore {
  folderId: string;
  name: string;
  sizeBytes: number;
  isDirect?: boolean;
}

/** Uploads a file by all calls; the time is that of sending the bytes, which ends when they are in S3 and measured. */
async function store(vault: Vault, { isDirect = false, ...file }: FileToStore): Promise<Measured> {
  const connection = await Connection.open(vault.origin);
  const bytes = freshBytes(file.sizeBytes, freshBeginning());
  const body = isDirect ? (address: string) => sendDirect(address, bytes, file.sizeBytes) : bytes;
  const { result, cost } = await costOf(vault, () => uploadFile({ vault, connection }, file, body));
  connection.close();
  return { wallMs: result.putMs, bytes: file.sizeBytes, firstByteMs: null, growth: cost.growth };
}

async function fetchFrom(vault: Observed & { origin: string }, request: Request): Promise<Measured> {
  const { result, cost } = await costOf(vault, () => download(vault.origin, request));
  must(String(result.bytes) === result.headers.get('content-length'), 'the length was not announced');
  return { wallMs: cost.wallMs, bytes: result.bytes, firstByteMs: result.firstByteMs, growth: cost.growth };
}

async function timed(work: () => Promise<number>): Promise<Measured> {
  const startedAt = performance.now();
  const bytes = await work();
  return { wallMs: performance.now() - startedAt, bytes, firstByteMs: null, growth: null };
}

function rowsOf(results: Record<string, Measured[]>): string[][] {
  const rows = Object.entries(results).map(([name, measured]) => {
    const given = (take: (one: Measured) => number | null, format: (value: number) => string) => {
      const values = measured.map(take).filter((value) => value !== null);
      return values.length === 0 ? '' : spread(values, format);
    };
    return [
      name,
      given(({ wallMs, bytes }) => bytes / MIB / (wallMs / 1000), decimals(1)),
      given(({ wallMs }) => wallMs, whole),
      given(({ firstByteMs }) => firstByteMs, whole),
      given(({ growth }) => growth, whole),
    ];
  });
  return [['', 'MiB/s', 'ms', 'first byte ms', 'growth MiB'], ...rows];
}
