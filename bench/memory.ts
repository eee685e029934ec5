import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { contract } from '@vault/contract';
import { rawZip } from '../server/src/testing/raw-zip.ts';
import { measureConcurrent } from './list.ts';
import { insertFiles, makeFiles } from './support/big-folder.ts';
import { download, upload as sendBytes } from './support/bulk.ts';
import { freshBeginning, freshBytes, MIB } from './support/bytes.ts';
import { Connection, type Request } from './support/connection.ts';
import { must } from './support/must.ts';
import { PageRequests } from './support/page-requests.ts';
import { fileIdOf, makeFolder, requestFor, uploadFile } from './support/pipeline.ts';
import { peakPss, serverPss } from './support/pss.ts';
import { loadNow, printTable, saveResults } from './support/report.ts';
import { whole } from './support/stats.ts';
import { RECORD_ID, startVault, type Vault } from './support/vault.ts';

const { upload } = contract;
const PARALLEL = 64;
const LARGE = { folder: 'Large', name: 'large.bin', sizeBytes: 64 * MIB };
const ZIP_FOLDER = 'Small';
const ZIP_FILES = 200;
const UPLOADS_FOLDER = 'Uploads';
/** Readers end 20 s after their last document, scanning threads 10 s after their last file. */
const REST_MS = 25_000;
const FOLDER_ENTRIES = 10_000;
/** The folder ZIPs wait for their transfer, which they never get. */
const MANY_WAITING = { WAITING_FILES_PER_ACCOUNT: '1000000' };

type Figures = Record<string, number>;

interface Work {
  list: () => Promise<unknown>;
  downloads: () => Promise<unknown>;
  zips: () => Promise<unknown>;
  uploads: () => Promise<unknown>;
}

/**
 * Measures the memory of a server without its PostgreSQL: at rest, at the peak of each work, and at rest after it
 * (SPEED-10).
 */
export async function memory(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      // minutes of mixed work
      minutes: { type: 'string', default: '1' },
      // folders of 10,000 entries
      folders: { type: 'string', default: '12' },
      // the folder of another checkout whose server is measured too
      beside: { type: 'string' },
    },
  });
  const loadBefore = loadNow();
  const options = { minutes: Number(values.minutes), folders: Number(values.folders) };
  const results: Record<string, Figures> = { vault: await measure(undefined, options) };
  if (values.beside !== undefined) results['vault beside'] = await measure(values.beside, options);
  const names = Object.keys(results);
  const works = Object.keys(results['vault'] ?? {});
  printTable('Memory of the server without PostgreSQL, PSS in MiB', [
    ['', ...names],
    ...works.map((work) => [work, ...names.map((name) => whole(results[name]?.[work] ?? 0))]),
  ]);
  await saveResults('memory', loadBefore, results);
}

async function measure(
  checkout: string | undefined,
  { minutes, folders }: { minutes: number; folders: number },
): Promise<Figures> {
  const vault = await startVault({ checkout, settings: MANY_WAITING });
  const { pid } = vault;
  const figures: Figures = {};
  const rest = async (name: string) => {
    await sleep(REST_MS);
    figures[name] = serverPss(pid);
  };
  const peak = async (name: string, run: () => Promise<unknown>) => {
    figures[name] = await peakPss(pid, run);
  };
  try {
    await rest('at rest after the start');
    const work = await prepare(vault);
    await rest('at rest with files');
    await peak('pages of 50 of 10,000, 16 clients', work.list);
    await peak(`${PARALLEL} downloads of 64 MiB`, work.downloads);
    await peak(`${PARALLEL} ZIPs of ${ZIP_FILES} files`, work.zips);
    await rest('at rest after it');
    await peak(`mixed work, ${minutes} min`, () => mixed(work, minutes));
    await rest('at rest after mixed work');
    await peak('folder ZIPs', async () => {
      for (let n = 0; n < folders; n += 1) await scanFolder(vault);
    });
    await rest(`at rest after folder ZIPs of ${whole(folders * FOLDER_ENTRIES)} entries`);
    return figures;
  } finally {
    await vault.stop();
  }
}

/** Fills the vault. */
async function prepare(vault: Vault): Promise<Work> {
  const database = await vault.connectDatabase();
  const folderName = 'Ten thousand';
  const folderId = await makeFolder(vault, folderName);
  await insertFiles(database, { recordId: RECORD_ID, id: folderId }, makeFiles(10_000));
  await database.end();
  const requests = new PageRequests(vault, folderName);

  const connection = await Connection.open(vault.origin);
  const beginning = freshBeginning();
  const large = { folderId: await makeFolder(vault, LARGE.folder), ...LARGE };
  await uploadFile({ vault, connection }, large, freshBytes(LARGE.sizeBytes, beginning));
  let files = 0;
  const sendSmall = async (toFolder: string, count: number) => {
    for (let n = 0; n < count; n += 1) {
      files += 1;
      const file = { folderId: toFolder, name: `${files}.bin`, sizeBytes: 100_000 };
      await uploadFile({ vault, connection }, file, randomBytes(file.sizeBytes));
    }
  };
  await sendSmall(await makeFolder(vault, ZIP_FOLDER), ZIP_FILES);
  // Not into the folder of the ZIPs: after an hour it would have more files than one download may have.
  const uploadsId = await makeFolder(vault, UPLOADS_FOLDER);

  const { token } = vault.client;
  const params = { sfid: await fileIdOf(vault, LARGE) };
  const file = requestFor(contract.download.version, { params }, token);
  const body = { linkId: RECORD_ID, paths: [ZIP_FOLDER] };
  const archive = requestFor(contract.download.selection, { body }, token);
  return {
    list: () =>
      measureConcurrent({ server: vault, requests }, () => ({ page: 0, field: 'name', descending: false })),
    downloads: () => parallel(vault, file),
    zips: () => parallel(vault, archive),
    uploads: () => sendSmall(uploadsId, 10),
  };
}

async function parallel({ origin }: Vault, request: Request): Promise<void> {
  await Promise.all(
    Array.from({ length: PARALLEL }, async () => {
      const { status } = await download(origin, request);
      must(status === 200, `a download got ${status}`);
    }),
  );
}

async function mixed({ list, downloads, zips, uploads }: Work, minutes: number): Promise<void> {
  const until = performance.now() + minutes * 60_000;
  const repeat = async (run: () => Promise<unknown>) => {
    while (performance.now() < until) await run();
  };
  await Promise.all([
    repeat(list),
    repeat(uploads),
    repeat(async () => {
      await downloads();
      await zips();
    }),
  ]);
}

/** Sends the ZIP of a folder, which is opened and scanned. */
async function scanFolder(vault: Vault): Promise<void> {
  const key = randomUUID();
  const input = { query: { fileName: key }, body: { RelFileName: 'Folder.zip' } };
  const address = new URL(await vault.client.data(upload.prepare, input));
  const entries = Array.from({ length: FOLDER_ENTRIES }, (_, n) => ({
    name: `Folder/${n}.bin`,
    content: randomBytes(120),
  }));
  const bytes = rawZip(entries);
  const request = { method: 'PUT', path: address.pathname, contentLength: bytes.length };
  must((await sendBytes(vault.origin, request, [bytes])) === 200, 'the ZIP was not stored');
  const scanned = await vault.client.data(upload.scan, { query: { key, isFolder: 'true' } });
  must(scanned.length === FOLDER_ENTRIES, `${scanned.length} files were scanned`);
}
