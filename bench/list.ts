import { parseArgs } from 'node:util';
import {
  idsInOrder,
  insertFiles,
  type KnownFile,
  makeFiles,
  type Page,
  SORT_FIELDS,
} from './support/big-folder.ts';
import { Connection } from './support/connection.ts';
import { startBareList } from './support/bare.ts';
import { type Cost, costOf, type Observed } from './support/cost.ts';
import type { Headline } from './support/headline.ts';
import { must } from './support/must.ts';
import { measurePlans } from './support/page-plans.ts';
import { PageRequests, pagesOf, PAGE_SIZE, type View } from './support/page-requests.ts';
import { makeFolder } from './support/pipeline.ts';
import { loadNow, printTable, saveResults } from './support/report.ts';
import { inRounds } from './support/rounds.ts';
import { decimals, median, percentile, spread, whole } from './support/stats.ts';
import { RECORD_ID, startVault, type Vault } from './support/vault.ts';

const FOLDER = 'Ten thousand';
const ALONE_REQUESTS = 300;
const CLIENTS = 16;
const LOAD_MS = 3000;
const BARE_ALONE = 'first page of the bare server, one client';
const BARE_SHARED = `first page of the bare server, ${CLIENTS} clients`;

/** A server, the vault or the bare one, and the requests of pages of one folder. */
export interface Asked {
  server: Observed & { origin: string };
  requests: PageRequests;
}

export interface Measured {
  times: number[];
  cost: Cost;
}

/** Measures pages of 50 of one large folder: with one client, with 16 clients, and in PostgreSQL. */
export async function list(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      files: { type: 'string', default: '10000' },
      rounds: { type: 'string', default: '5' },
      profile: { type: 'string' },
      beside: { type: 'string' },
    },
  });
  const files = makeFiles(Number(values.files));
  const loadBefore = loadNow();
  const vault = await startVault({ profileDir: values.profile });
  const other = values.beside === undefined ? null : await startVault({ checkout: values.beside });
  try {
    const asked = await prepare(vault, files);
    const former = other && (await prepare(other, files));
    const bare = await startBareList(vault);
    const { requests } = asked;
    const bareAsked = { server: bare, requests };
    await checkFirstPage(bareAsked, files);
    const servers = { asked, bare: bareAsked, former };
    const { table: speed, headlines } = await measureSpeed(servers, {
      files: files.length,
      rounds: Number(values.rounds),
    });
    await bare.stop();
    const plans = await measurePlans({ vault, requests }, files.length);
    await saveResults(`list-${files.length}`, loadBefore, { speed, plans }, headlines);
  } finally {
    await Promise.all([vault.stop(), other?.stop()]);
  }
}

/** Fills the folder of a vault, and checks its pages. */
async function prepare(vault: Vault, files: readonly KnownFile[]): Promise<Asked> {
  const id = await makeFolder(vault, FOLDER);
  const database = await vault.connectDatabase();
  await insertFiles(database, { recordId: RECORD_ID, id }, files);
  await database.end();
  const asked = { server: vault, requests: new PageRequests(vault, FOLDER) };
  await checkPages(asked, files);
  return asked;
}

/** Checks the files, order and total of the first, middle and last page of every order. */
async function checkPages({ server, requests }: Asked, files: readonly KnownFile[]): Promise<void> {
  const connection = await Connection.open(server.origin);
  for (const field of SORT_FIELDS) {
    for (const descending of [false, true]) {
      const ids = idsInOrder(files, field, descending);
      for (const page of Object.values(pagesOf(files.length))) {
        const { body } = await connection.send(requests.of({ page, field, descending }));
        const { data } = JSON.parse(body.toString()) as { data: Page };
        const wanted = ids.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE);
        const isRight = wanted.join() === data.content.map((item) => item.sfid).join();
        must(isRight && data.totalElements === files.length, `page ${page} by ${field}, ${descending}`);
      }
    }
  }
  connection.close();
}

/** Checks that the bare server sends the same files for the first page. */
async function checkFirstPage({ server, requests }: Asked, files: readonly KnownFile[]): Promise<void> {
  const connection = await Connection.open(server.origin);
  const { status, body } = await connection.send(requests.of({ page: 0, field: 'name', descending: false }));
  must(status === 200, `the bare server answered ${status}`);
  const { data } = JSON.parse(body.toString()) as { data: { content: { id: string }[] } };
  const wanted = idsInOrder(files, 'name', false).slice(0, PAGE_SIZE);
  must(wanted.join() === data.content.map(({ id }) => id).join(), 'the page of the bare server');
  connection.close();
}

/** `former`: another version of the vault, by turns */
interface Servers {
  asked: Asked;
  bare: Asked;
  former: Asked | null;
}

async function measureSpeed(
  { asked, bare, former }: Servers,
  { files, rounds }: { files: number; rounds: number },
) {
  const view = (page: number): View => ({ page, field: 'name', descending: false });
  const { first, middle, last } = pagesOf(files);
  const random = (): View => ({
    page: Math.floor(Math.random() * (last + 1)),
    field: SORT_FIELDS[Math.floor(Math.random() * SORT_FIELDS.length)] ?? 'name',
    descending: Math.random() < 0.5,
  });
  const results = await inRounds<string, Measured>(rounds, {
    'first page, one client': () => measureSingle(asked, () => view(first)),
    'middle page, one client': () => measureSingle(asked, () => view(middle)),
    'last page, one client': () => measureSingle(asked, () => view(last)),
    [`first page, ${CLIENTS} clients`]: () => measureConcurrent(asked, () => view(first)),
    [`last page, ${CLIENTS} clients`]: () => measureConcurrent(asked, () => view(last)),
    [`any page in any order, ${CLIENTS} clients`]: () => measureConcurrent(asked, random),
    [BARE_ALONE]: () => measureSingle(bare, () => view(first)),
    [BARE_SHARED]: () => measureConcurrent(bare, () => view(first)),
    ...(former && {
      'first page of the vault beside, one client': () => measureSingle(former, () => view(first)),
      [`first page of the vault beside, ${CLIENTS} clients`]: () =>
        measureConcurrent(former, () => view(first)),
    }),
  });
  const head = ['page of 50', 'p50 ms', 'p99 ms', 'requests/s', 'server CPU ms', 'PostgreSQL CPU ms'];
  const rows = Object.entries(results).map(([name, measured]) => {
    const each = (take: (one: Measured) => number) => measured.map(take);
    const perRequest = (cpu: (cost: Cost) => number) =>
      each(({ times, cost }) => (cpu(cost) * 1000) / times.length);
    return [
      name,
      spread(
        each(({ times }) => percentile(times, 0.5)),
        decimals(2),
      ),
      spread(
        each(({ times }) => percentile(times, 0.99)),
        decimals(2),
      ),
      spread(
        each(({ times, cost }) => (times.length * 1000) / cost.wallMs),
        whole,
      ),
      decimals(2)(median(perRequest((cost) => cost.cpu))),
      decimals(2)(median(perRequest((cost) => cost.databaseCpu))),
    ];
  });
  printTable(`A folder of ${whole(files)} files, median of ${rounds} rounds (lowest..highest)`, [
    head,
    ...rows,
  ]);
  return { table: [head, ...rows], headlines: headlinesOf(results) };
}

function headlinesOf(results: Record<string, Measured[]>): Headline[] {
  const rates = (name: string) =>
    (results[name] ?? []).map(({ times, cost }) => (times.length * 1000) / cost.wallMs);
  const percentiles = (name: string, share: number) =>
    (results[name] ?? []).map(({ times }) => percentile(times, share));
  const shared = `first page, ${CLIENTS} clients`;
  const alone = 'first page, one client';
  const name = 'bare Node with two statements';
  return [
    {
      work: `page of 50, ${CLIENTS} clients`,
      unit: 'requests/s',
      better: 'higher',
      values: rates(shared),
      reference: { name, values: rates(BARE_SHARED) },
      goal: { value: 4000 },
    },
    {
      work: `page of 50, ${CLIENTS} clients, p99`,
      unit: 'ms',
      better: 'lower',
      values: percentiles(shared, 0.99),
      reference: { name, values: percentiles(BARE_SHARED, 0.99) },
      goal: { value: 25 },
    },
    {
      work: 'page of 50, one client, p50',
      unit: 'ms',
      better: 'lower',
      values: percentiles(alone, 0.5),
      reference: { name, values: percentiles(BARE_ALONE, 0.5) },
      goal: { value: 0.5 },
    },
  ];
}

async function measureSingle(asked: Asked, next: () => View): Promise<Measured> {
  const { server } = asked;
  const connection = await Connection.open(server.origin);
  const { result, cost } = await costOf(server, () =>
    ask(asked, connection, { next, goesOn: (n) => n < ALONE_REQUESTS }),
  );
  connection.close();
  return { times: result, cost };
}

/** Requests pages for 3 s with 16 connections. @returns the milliseconds of each request, and the cost of all */
export async function measureConcurrent(asked: Asked, next: () => View): Promise<Measured> {
  const { server } = asked;
  const connections = await Promise.all(
    Array.from({ length: CLIENTS }, () => Connection.open(server.origin)),
  );
  const until = performance.now() + LOAD_MS;
  const goesOn = () => performance.now() < until;
  const { result, cost } = await costOf(server, () =>
    Promise.all(connections.map((connection) => ask(asked, connection, { next, goesOn }))),
  );
  for (const connection of connections) connection.close();
  return { times: result.flat(), cost };
}

/** Requests pages one after the other. @returns the milliseconds of each */
async function ask(
  { requests }: Asked,
  connection: Connection,
  { next, goesOn }: { next: () => View; goesOn: (asked: number) => boolean },
): Promise<number[]> {
  const times: number[] = [];
  while (goesOn(times.length)) {
    const request = requests.of(next());
    const startedAt = performance.now();
    const { status } = await connection.send(request);
    times.push(performance.now() - startedAt);
    must(status === 200, `a page got ${status}`);
  }
  return times;
}
