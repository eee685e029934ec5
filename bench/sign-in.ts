import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { contract } from '@vault/contract';
import { PASSWORD, USERS } from '../server/src/testing/accounts.ts';
import { loadNow, printTable, saveResults } from './support/report.ts';
import { decimals, median } from './support/stats.ts';
import { startVault, type Vault } from './support/vault.ts';

interface Attempt {
  email: string;
  password: string;
  /** an address of this machine, from which the request is sent */
  localAddress: string;
}

/** The kinds of floods: the wrong sign-in with this number. */
const FLOODS: Record<string, (n: number) => Attempt> = {
  'one account, one address': () => wrong(USERS.colleague.email, '127.0.2.1'),
  'one account, each from another address': (n) => wrong(USERS.colleague.email, address(n)),
  'other accounts, one address': (n) => wrong(`person${n}@example.test`, '127.0.2.2'),
  'other accounts, each from another address': (n) => wrong(`person${n}@example.test`, address(n)),
};

const wrong = (email: string, localAddress: string) => ({
  email,
  password: 'a wrong password',
  localAddress,
});
const address = (n: number) => `127.0.${3 + Math.floor(n / 250)}.${1 + (n % 250)}`;

/** Measures a right sign-in that is sent while wrong ones are checked (GUARD-22). */
export async function signIn(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { wrong: { type: 'string', default: '400' }, rounds: { type: 'string', default: '3' } },
  });
  const count = Number(values.wrong);
  const loadBefore = loadNow();
  const vault = await startVault();
  try {
    const alone = await timesOf(Number(values.rounds), () => right(vault));
    const table = [
      ['a right sign-in', 'p50, ms', 'all, ms', 'replies to the wrong ones'],
      ['alone', decimals(0)(median(alone)), alone.map(decimals(0)).join(', '), ''],
    ];
    for (const [name, attemptOf] of Object.entries(FLOODS)) {
      const replies = new Map<number, number>();
      const times = await timesOf(Number(values.rounds), async () => {
        await forget(vault);
        const flood = Array.from({ length: count }, async (_, n) => {
          const code = await send(vault, attemptOf(n));
          replies.set(code, (replies.get(code) ?? 0) + 1);
        });
        const ms = await right(vault);
        await Promise.all(flood);
        return ms;
      });
      const seen = [...replies].toSorted(([one], [other]) => one - other).map((pair) => pair.join(': '));
      table.push([name, decimals(0)(median(times)), times.map(decimals(0)).join(', '), seen.join(', ')]);
    }
    printTable(`a right sign-in beside ${count} wrong ones at once`, table);
    await saveResults(`sign-in-${count}`, loadBefore, { table });
  } finally {
    await vault.stop();
  }
}

async function timesOf(rounds: number, measure: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await measure());
  return times;
}

/** @returns the milliseconds of a right sign-in from an address that makes no wrong ones */
async function right(vault: Vault): Promise<number> {
  const startedAt = performance.now();
  const code = await send(vault, {
    email: USERS.everything.email,
    password: PASSWORD,
    localAddress: '127.0.1.1',
  });
  if (code !== 200) throw new Error(`the right sign-in was refused with ${code}`);
  return performance.now() - startedAt;
}

async function forget(vault: Vault): Promise<void> {
  const database = await vault.connectDatabase();
  await database.query('delete from attempt');
  await database.end();
}

/** @returns the code of the reply */
function send({ origin }: Vault, { email, password, localAddress }: Attempt): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const agent = new Agent({ localAddress });
  const headers = { 'content-type': 'application/json' };
  request(`${origin}${contract.session.signIn.path}`, { method: 'POST', agent, headers }, (reply) => {
    json(reply).then((envelope) => resolve((envelope as { code: number }).code), reject);
  })
    .on('error', reject)
    .end(JSON.stringify({ email, password }));
  return promise;
}
