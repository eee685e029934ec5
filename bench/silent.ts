import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { parseArgs } from 'node:util';
import { contract } from '@vault/contract';
import { USERS } from '../server/src/testing/accounts.ts';
import { must } from './support/must.ts';
import { loadNow, printTable, saveResults } from './support/report.ts';
import { spread, whole } from './support/stats.ts';
import { startVault, type Vault } from './support/vault.ts';

const SIGN_INS = 20;
/** Connections that are opened at the same time. */
const AT_ONCE = 200;
/** What the connections send before they are silent. */
const PARTIAL_REQUESTS = [
  '',
  'GET / HTTP/1.1\r\nHost: va',
  'POST /api/v1/auth/login HTTP/1.1\r\nHost: vault\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
];

/** GUARD-25: measures sign-ins beside silent connections, and the time until the server has closed all of these. */
export async function silent(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { connections: { type: 'string', default: '6000' } } });
  const count = Number(values.connections);
  const loadBefore = loadNow();
  const vault = await startVault();
  try {
    const alone = await signInTimes(vault);
    const startedAt = performance.now();
    const sockets = await openSilent(vault, count);
    const open = sockets.filter(({ closed }) => !closed).length;
    const beside = await signInTimes(vault);
    const closedAfter = await Promise.all(sockets.map((socket) => closeTime(socket, startedAt)));
    const seconds = Math.max(...closedAfter) / 1000;
    const table = [
      ['sign-in', 'ms, median (lowest..highest)'],
      ['alone', spread(alone, whole)],
      [`beside ${open} silent connections`, spread(beside, whole)],
      ['all closed after', `${whole(seconds)} s`],
    ];
    printTable(`${count} connections that are silent`, table);
    await saveResults(`silent-${count}`, loadBefore, { table, alone, beside, seconds });
  } finally {
    await vault.stop();
  }
}

async function openSilent({ origin }: Vault, count: number): Promise<Socket[]> {
  const { hostname, port } = new URL(origin);
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const more = Array.from({ length: Math.min(AT_ONCE, count - sockets.length) }, (_, n) => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined).resume();
      socket.write(PARTIAL_REQUESTS[n % PARTIAL_REQUESTS.length] ?? '');
      return socket;
    });
    await Promise.all(more.map((socket) => once(socket, 'connect')));
    sockets.push(...more);
  }
  return sockets;
}

/** @returns the milliseconds of each sign-in */
async function signInTimes(vault: Vault): Promise<number[]> {
  const { email, password } = USERS.everything;
  const times: number[] = [];
  for (let n = 0; n < SIGN_INS; n += 1) {
    const startedAt = performance.now();
    const reply = await vault.client.call(contract.session.signIn, { body: { email, password } });
    times.push(performance.now() - startedAt);
    must(reply.code === 200, `the sign-in got ${reply.code}`);
  }
  return times;
}

async function closeTime(socket: Socket, startedAt: number): Promise<number> {
  if (!socket.closed) await once(socket, 'close');
  return performance.now() - startedAt;
}
