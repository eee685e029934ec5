import { parseArgs } from 'node:util';
import { chromium as engine } from '@playwright/test';
import { contract } from '@vault/contract';
import { chromium } from '../e2e/support/chromium.ts';
import { insertFilesWithVersions } from './support/files-with-versions.ts';
import { IN_PAGE } from './support/in-page.ts';
import { makeFolder } from './support/pipeline.ts';
import { loadNow, printTable, saveResults } from './support/report.ts';
import { decimals, median, spread } from './support/stats.ts';
import { RECORD_ID, startVault, type Vault } from './support/vault.ts';

const NAMES = ['First', 'Second'];
const FILES = 1000;
const CLICKS = 30;
const KIB = 1024;
const LIMIT_MS = 20_000;

/** What `support/in-page.ts` says. */
interface Loaded {
  scriptBytes: number;
  requests: number;
}

/** A folder, and its first row, which shows that its rows are painted. */
interface Folder {
  id: string;
  firstRow: string;
}

interface Round {
  /** from the navigation to painted rows, with an empty cache */
  firstRowsMs: number;
  /** KiB of scripts and style sheets on the way */
  scriptKib: number;
  requests: number;
  /** from each click on a folder in the tree to painted rows */
  clicksMs: number[];
}

/**
 * Measures the Files tab in Chromium: the first load, and a click on a folder until its rows are painted (SPEED-12).
 */
export async function browser(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { rounds: { type: 'string', default: '3' } } });
  const loadBefore = loadNow();
  const vault = await startVault();
  try {
    const folders = await fill(vault);
    const rounds: Round[] = [];
    for (let round = 0; round < Number(values.rounds); round += 1) rounds.push(await measure(vault, folders));
    const rowOf = (what: string, of: (one: Round) => number) => [what, spread(rounds.map(of), decimals(0))];
    const table = [
      ['Files tab', 'median (lowest..highest)'],
      rowOf('first load until rows are painted, ms', ({ firstRowsMs }) => firstRowsMs),
      rowOf('scripts and styles of the first load, KiB sent', ({ scriptKib }) => scriptKib),
      rowOf('requests of the first load', ({ requests }) => requests),
      rowOf('click on a folder until rows are painted, ms (median of each round)', ({ clicksMs }) =>
        median(clicksMs),
      ),
    ];
    printTable('The Files tab in Chromium', table);
    await saveResults('browser', loadBefore, { table, rounds }, [
      {
        work: 'click on a folder until rows are painted',
        unit: 'ms',
        better: 'lower',
        values: rounds.map(({ clicksMs }) => median(clicksMs)),
        goal: { value: 100 },
      },
      {
        work: 'first load until rows are painted',
        unit: 'ms',
        better: 'lower',
        values: rounds.map(({ firstRowsMs }) => firstRowsMs),
        goal: { value: 1000 },
      },
      {
        work: 'scripts and styles of the first load',
        unit: 'KiB',
        better: 'lower',
        values: rounds.map(({ scriptKib }) => scriptKib),
        goal: { value: 250 },
      },
    ]);
  } finally {
    await vault.stop();
  }
}

/** Fills two folders of the root. */
async function fill(vault: Vault): Promise<Folder[]> {
  const database = await vault.connectDatabase();
  const folders: Folder[] = [];
  for (const name of NAMES) {
    const id = await makeFolder(vault, name);
    await insertFilesWithVersions(database, [id], FILES);
    const params = { recordId: RECORD_ID };
    const query = { parentFolder: name, size: '50' };
    const { content } = await vault.client.data(contract.files.list, { params, query });
    folders.push({ id, firstRow: content[0]?.sfid ?? '' });
  }
  await database.end();
  return folders;
}

async function measure({ origin, client }: Vault, folders: readonly Folder[]): Promise<Round> {
  const program = await engine.launch(chromium());
  try {
    const page = await program.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript(IN_PAGE);
    await page.addInitScript(`sessionStorage.setItem('vault.token', ${JSON.stringify(client.token)})`);
    page.setDefaultTimeout(LIMIT_MS);
    await page.goto(`${origin}/vault?record=${RECORD_ID}`);
    await page
      .getByRole('row')
      .filter({ hasText: NAMES[0] ?? '' })
      .waitFor();
    const firstRowsMs = await page.evaluate<number>('bench.firstRows');
    const { scriptBytes, requests } = await page.evaluate<Loaded>(`bench.loaded(${firstRowsMs})`);
    const clicksMs: number[] = [];
    for (let click = 0; click < CLICKS; click += 1) {
      const { id, firstRow } = folders[click % folders.length] ?? { id: '', firstRow: '' };
      const line = `document.querySelector('[data-node-id="${id}"]')`;
      clicksMs.push(await page.evaluate<number>(`bench.click(${line}, '${firstRow}')`));
    }
    return { firstRowsMs, scriptKib: scriptBytes / KIB, requests, clicksMs };
  } finally {
    await program.close();
  }
}
