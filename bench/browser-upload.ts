import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium as engine, type Page } from '@playwright/test';
import { contract } from '@vault/contract';
import { chromium } from '../e2e/support/chromium.ts';
import { drag, openUpload } from '../e2e/support/upload-modal.ts';
import { freshBeginning, freshBytes } from './support/bytes.ts';
import { type Cost, costOf } from './support/cost.ts';
import { IN_PAGE } from './support/in-page.ts';
import { makeFolder } from './support/pipeline.ts';
import { must } from './support/must.ts';
import { loadNow, printTable, saveResults } from './support/report.ts';
import { inRounds } from './support/rounds.ts';
import { decimals, percentile, spread, whole } from './support/stats.ts';
import { RECORD_ID, startVault, type Vault } from './support/vault.ts';

const FILES = 500;
const SIZE = 10 * 1024;
const LIMIT_MS = 120_000;

/** What `support/in-page.ts` says, from the drop until all files are stored. */
interface Watched {
  /** milliseconds between painted frames */
  framesMs: number[];
  requests: number;
}

interface Measured extends Watched {
  cost: Cost;
}

/** Measures 500 files of 10 KiB that a person drops on the upload screen, until all of them are stored (SPEED-04). */
export async function browserUpload(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { rounds: { type: 'string', default: '3' }, beside: { type: 'string' } },
  });
  const loadBefore = loadNow();
  const vault = await startVault();
  const other = values.beside === undefined ? null : await startVault({ checkout: values.beside });
  try {
    let round = 0;
    const nextFolder = () => `Round ${(round += 1)}`;
    const results = await inRounds<string, Measured>(Number(values.rounds), {
      vault: () => measure(vault, nextFolder()),
      ...(other && { 'vault beside': () => measure(other, nextFolder()) }),
    });
    printTable(
      `${whole(FILES)} files of 10 KiB, dropped in Chromium, medians (lowest..highest)`,
      rowsOf(results),
    );
    await saveResults('browser-upload', loadBefore, results, [
      {
        work: 'files of 10 KiB dropped in a browser',
        unit: 'files/s',
        better: 'higher',
        values: (results['vault'] ?? []).map(rateOf),
        goal: { value: 200 },
      },
    ]);
  } finally {
    await Promise.all([vault.stop(), other?.stop()]);
  }
}

const rateOf = ({ cost }: Measured) => (FILES * 1000) / cost.wallMs;

async function measure(vault: Vault, folder: string): Promise<Measured> {
  const folderId = await makeFolder(vault, folder);
  const files = await mkdtemp(join(tmpdir(), 'vault-bench-files-'));
  const program = await engine.launch(chromium());
  try {
    const paths = await Promise.all(Array.from({ length: FILES }, (_, n) => newFile(files, n)));
    const page = await openFolder(await program.newPage(), vault, folderId);
    const modal = await openUpload(page);
    const box = await modal.dialog.boundingBox();
    must(box !== null, 'the upload screen has no place');
    const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const dragging = await drag(page, paths);
    await dragging.over(point);
    await page.evaluate('bench.startWatch()');
    const { cost } = await costOf(vault, async () => {
      await dragging.drop(point);
      await modal.summary.getByText(`${FILES}`).waitFor({ timeout: LIMIT_MS });
    });
    const watched = await page.evaluate<Watched>('bench.watched()');
    await check(vault, folder);
    return { cost, ...watched };
  } finally {
    await program.close();
    await rm(files, { recursive: true });
  }
}

async function newFile(folder: string, n: number): Promise<string> {
  const path = join(folder, `file ${n}.bin`);
  await writeFile(path, Buffer.concat([...freshBytes(SIZE, freshBeginning())]));
  return path;
}

async function openFolder(page: Page, { origin, client }: Vault, folderId: string): Promise<Page> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.addInitScript(IN_PAGE);
  await page.addInitScript(`sessionStorage.setItem('vault.token', ${JSON.stringify(client.token)})`);
  await page.goto(`${origin}/vault?record=${RECORD_ID}&folder=${folderId}`);
  return page;
}

async function check(vault: Vault, folder: string): Promise<void> {
  const input = { params: { recordId: RECORD_ID }, query: { parentFolder: folder } };
  const { totalElements } = await vault.client.data(contract.files.list, input);
  must(totalElements === FILES, `${totalElements} files are in the list`);
}

function rowsOf(results: Record<string, Measured[]>): string[][] {
  const rows = Object.entries(results).map(([name, measured]) => {
    const each = (take: (one: Measured) => number, format: (value: number) => string) =>
      spread(measured.map(take), format);
    return [
      name,
      each(rateOf, whole),
      each(({ requests }) => requests, whole),
      each(({ framesMs }) => percentile(framesMs, 0.5), decimals(1)),
      each(({ framesMs }) => percentile(framesMs, 0.95), decimals(1)),
      each(({ cost }) => (cost.cpu * 1000) / FILES, decimals(2)),
      each(({ cost }) => (cost.databaseCpu * 1000) / FILES, decimals(2)),
    ];
  });
  const head = [
    '',
    'files/s',
    'requests',
    'frame p50 ms',
    'frame p95 ms',
    'CPU ms/file',
    'PostgreSQL CPU ms/file',
  ];
  return [head, ...rows];
}
