import { SORT_FIELDS } from './big-folder.ts';
import { Connection } from './connection.ts';
import { accessOf, explainEverything, type Statement, statementsOf } from './explain.ts';
import { type PageRequests, pagesOf, type View } from './page-requests.ts';
import { printTable } from './report.ts';
import { decimals, median } from './stats.ts';
import type { Vault } from './vault.ts';

/** Requests before the measurement: the first ones have unnamed statements and cold caches. */
const WARMING = 8;
const REQUESTS = 10;

/** Measures the statements of PostgreSQL for one page: their number, their time and their indexes. */
export async function measurePlans(
  { vault, requests }: { vault: Vault; requests: PageRequests },
  files: number,
): Promise<Record<string, string | number>[]> {
  await explainEverything(vault);
  const connection = await Connection.open(vault.origin);
  const ask = async (view: View, times: number) => {
    for (let n = 0; n < times; n += 1) await connection.send(requests.of(view));
  };
  const rows = [];
  for (const field of SORT_FIELDS) {
    for (const descending of [false, true]) {
      for (const [name, page] of Object.entries(pagesOf(files))) {
        const view = { page, field, descending };
        await ask(view, WARMING);
        const statements = await statementsOf(vault, () => ask(view, REQUESTS));
        rows.push({ order: `${field} ${descending ? 'desc' : 'asc'}`, page: name, ...summaryOf(statements) });
      }
    }
  }
  connection.close();
  const head = Object.keys(rows[0] ?? {});
  const title = 'EXPLAIN (ANALYZE) of the statements of one request, medians';
  printTable(title, [head, ...rows.map((row) => Object.values(row).map(String))]);
  return rows;
}

function summaryOf(statements: readonly Statement[]) {
  // The requests are sequential, and each has the same statements.
  const perRequest = statements.length / REQUESTS;
  const byRequest = Array.from({ length: REQUESTS }, (_, n) =>
    statements.slice(n * perRequest, (n + 1) * perRequest),
  );
  const all = byRequest.map((some) => some.reduce((sum, { ms }) => sum + ms, 0));
  const pages = byRequest.map((some) => some.at(-1));
  return {
    statements: perRequest,
    'ms in PostgreSQL': decimals(2)(median(all)),
    'of it the page': decimals(2)(median(pages.map((one) => one?.ms ?? Number.NaN))),
    'the page reads': [...new Set(pages.flatMap((one) => (one ? accessOf(one.plan) : [])))].join(', '),
  };
}
