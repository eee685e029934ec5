import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { CLIENT_ID_HEADER, contract, requestOf } from '@vault/contract';
import type pg from 'pg';
import { USERS } from '../server/src/testing/accounts.ts';
import { costOf } from './support/cost.ts';
import { must } from './support/must.ts';
import { serverPss } from './support/pss.ts';
import { loadNow, printTable, saveResults } from './support/report.ts';
import { decimals, whole } from './support/stats.ts';
import { RECORD_ID, startVault, type Vault } from './support/vault.ts';

/** Streams that are opened at a time. */
const AT_ONCE = 50;
/** After the first checks of the streams, and for long enough to contain the later ones. */
const FIRST_CHECKS_MS = 6_000;
const MEASURED_MS = 60_000;

/** Measures what open pages cost a server while nothing changes: each has a session and a stream of events (C56). */
export async function openPages(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { pages: { type: 'string', default: '1000,4000' }, beside: { type: 'string' } },
  });
  const loadBefore = loadNow();
  const counts = [0, ...values.pages.split(',').map(Number)];
  const head = ['open pages', 'server, % of a core', 'PostgreSQL, % of a core', 'server, MiB'];
  const rows: string[][] = [];
  for (const pages of counts) rows.push(await measure(undefined, pages));
  if (values.beside !== undefined) {
    for (const pages of counts) rows.push(await measure(values.beside, pages));
  }
  printTable('Open pages while nothing changes', [head, ...rows]);
  await saveResults('open-pages', loadBefore, { rows: [head, ...rows] });
}

async function measure(checkout: string | undefined, pages: number): Promise<string[]> {
  const vault = await startVault({ checkout });
  try {
    const database = await vault.connectDatabase();
    const tokens = await addSessions(database, pages);
    await database.end();
    const requests = await openAll(vault, tokens);
    await sleep(FIRST_CHECKS_MS);
    const { cost } = await costOf(vault, () => sleep(MEASURED_MS));
    const memory = serverPss(vault.pid);
    must(
      requests.every(({ destroyed }) => !destroyed),
      'a page has lost its stream',
    );
    for (const one of requests) one.destroy();
    const percent = (seconds: number) => decimals(1)((seconds * 100_000) / cost.wallMs);
    const name = checkout === undefined ? whole(pages) : `${whole(pages)} (${checkout})`;
    return [name, percent(cost.cpu), percent(cost.databaseCpu), whole(memory)];
  } finally {
    await vault.stop();
  }
}

/** Adds accounts that can read the record, each with a session. @returns their tokens */
async function addSessions(database: pg.Client, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  const ids = tokens.map((_, n) => `usr${String(n).padStart(15, '0')}`);
  await database.query(
    `insert into account (id, name, email, permissions)
     select new.id, 'Reader', new.id || '@example.test', a.permissions from unnest($1::text[]) new (id), account a
     where a.id = $2`,
    [ids, USERS.everything.sfid],
  );
  await database.query(
    'insert into membership (account_id, record_id) select id, $2 from unnest($1::text[]) id',
    [ids, RECORD_ID],
  );
  await database.query(
    `insert into session (token_hash, account_id, expires_at, ends_at)
     select sha256(convert_to(token, 'UTF8')), id, now() + interval '20 minutes', now() + interval '10 hours'
     from unnest($1::text[], $2::text[]) new (token, id)`,
    [tokens, ids],
  );
  await database.query('analyze');
  return tokens;
}

async function openAll(vault: Vault, tokens: readonly string[]): Promise<ClientRequest[]> {
  const requests: ClientRequest[] = [];
  for (let n = 0; n < tokens.length; n += AT_ONCE) {
    const opened = tokens.slice(n, n + AT_ONCE).map((token) => openStream(vault, token));
    requests.push(...(await Promise.all(opened)));
  }
  return requests;
}

async function openStream({ origin }: Vault, token: string): Promise<ClientRequest> {
  const { path } = requestOf(contract.events.stream, { params: { recordId: RECORD_ID } });
  const headers = {
    authorization: `Bearer ${token}`,
    [CLIENT_ID_HEADER]: randomBytes(16).toString('hex'),
  };
  const opened = request(origin + path, { agent: false, headers }).end();
  const [response] = (await once(opened, 'response')) as [IncomingMessage];
  must(response.statusCode === 200, `C56 was answered with ${response.statusCode}`);
  response.on('error', () => undefined).resume();
  opened.on('error', () => undefined);
  return opened;
}
