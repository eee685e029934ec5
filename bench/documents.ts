import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { contract, SHEET_EXTENSIONS } from '@vault/contract';
import { largeSheet } from '../server/src/testing/large-sheet.ts';
import { REAL_DOCUMENTS } from '../server/src/testing/real-documents.ts';
import { Connection } from './support/connection.ts';
import { must } from './support/must.ts';
import { makeFolder, stopwatch, uploadFile } from './support/pipeline.ts';
import { ReaderWatch } from './support/reader-watch.ts';
import { loadNow, printTable, saveResults } from './support/report.ts';
import { median, percentile, whole } from './support/stats.ts';
import { RECORD_ID, startVault, type Vault } from './support/vault.ts';

const FOLDER = 'Documents';
const ROWS = 20_000;
const COLUMNS = 50;

interface Named {
  name: string;
  bytes: Buffer;
}

/** Measures previews of real documents and of a sheet of a million cells, one by one, and the event loop lag. */
export async function documents(): Promise<void> {
  const loadBefore = loadNow();
  const all = [
    { name: 'Ledger.xlsx', bytes: Buffer.from(largeSheet(ROWS, COLUMNS)) },
    ...(await realDocuments()),
  ];
  // Uses the vault's own readers, also where LibreOffice is installed.
  const vault = await startVault({ settings: { OFFICE_CONVERTER: 'none' } });
  try {
    await send(vault, all);
    const files = await filesOf(vault);
    await loopLagMs(vault);
    const readers = new ReaderWatch(vault.pid);
    const times: number[] = [];
    const lags: number[] = [];
    for (const { externalId, name } of files) {
      // oxlint-disable-next-line no-await-in-loop -- one preview after the other
      times.push(await preview(vault, { externalId: externalId ?? '', name }));
      // oxlint-disable-next-line no-await-in-loop
      lags.push(await loopLagMs(vault));
    }
    const { peakMib } = readers.stop();
    const table = [
      [`previews of ${whole(files.length)} documents`, ''],
      ['a preview, p50 and most', `${whole(median(times))} and ${whole(Math.max(...times))} ms`],
      ["longest turn of the server's loop, p50", `${whole(median(lags))} ms`],
      ['p99 and most', `${whole(percentile(lags, 0.99))} and ${whole(Math.max(...lags))} ms`],
      ['memory of a reader, peak', `${whole(peakMib)} MiB`],
    ];
    printTable('Previews of documents', table);
    await saveResults('documents', loadBefore, { table, times, lags });
  } finally {
    await vault.stop();
  }
}

async function realDocuments(): Promise<Named[]> {
  const found: Named[] = [];
  for (const { fetch, documents: wanted } of Object.values(REAL_DOCUMENTS)) {
    const paths = wanted.map(({ path }) => path);
    // oxlint-disable-next-line no-await-in-loop -- apt serves one caller at a time
    const folder = await fetch(paths);
    must(folder !== null, 'apt does not have the documents');
    // oxlint-disable-next-line no-await-in-loop
    const read = await Promise.all(
      paths.map(async (path) => ({ path, bytes: await readFile(join(folder, path)) })),
    );
    for (const { path, bytes } of read) found.push({ name: `${found.length}${extname(path)}`, bytes });
  }
  return found;
}

async function send(vault: Vault, all: readonly Named[]): Promise<void> {
  const folderId = await makeFolder(vault, FOLDER);
  const connection = await Connection.open(vault.origin);
  for (const { name, bytes } of all) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    await uploadFile({ vault, connection }, { folderId, name, sizeBytes: bytes.length }, bytes);
  }
  connection.close();
}

async function filesOf(vault: Vault) {
  const input = { params: { recordId: RECORD_ID }, query: { parentFolder: FOLDER, size: '100' } };
  return (await vault.client.data(contract.files.list, input)).content;
}

/** @returns the time of the preview in ms @throws when the preview is refused */
async function preview(
  vault: Vault,
  { externalId, name }: { externalId: string; name: string },
): Promise<number> {
  const clock = stopwatch();
  const view = SHEET_EXTENSIONS.has(extname(name).slice(1)) ? '?view=sheet' : '';
  const reply = await vault.client.fetch(
    `${contract.preview.office.path.replace(':externalId', externalId)}${view}`,
  );
  must(reply.ok, `${name} got ${reply.status} ${reply.ok ? '' : await reply.text()}`);
  await reply.arrayBuffer();
  return clock();
}

/** @returns the maximum event loop lag in ms since the last call (prom-client) */
async function loopLagMs({ origin }: Vault): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const [, seconds = 'NaN'] = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text) ?? [];
  return Number(seconds) * 1000;
}
