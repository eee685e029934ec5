import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { must } from './support/must.ts';
import { serverPss } from './support/pss.ts';
import { loadNow, printTable, saveResults } from './support/report.ts';
import { decimals, spread, whole } from './support/stats.ts';

const run = promisify(execFile);
const CHECKOUT = fileURLToPath(new URL('..', import.meta.url));

/** The readers of the demo documents end 20 s after the last one. */
const REST_MS = 25_000;

interface Started {
  seconds: number;
  /** memory of the server with its readers (PSS), 25 s after its start */
  memoryMiB: number;
}

/**
 * Measures the time from `npm start` until the sign-in page is served, with the demo vault of a new user. This checkout
 * has its packages and screens already; with --clone a fresh clone installs and builds first.
 */
export async function start(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { clone: { type: 'boolean', default: false }, rounds: { type: 'string', default: '3' } },
  });
  const rounds = Array.from({ length: Number(values.rounds) });
  const loadBefore = loadNow();
  const folder = await mkdtemp(join(tmpdir(), 'vault-start-'));
  const results: Record<string, Started[]> = {};
  const note = async (what: string, checkout: string, dataDir: string) =>
    (results[what] ??= []).push(await startOnce(checkout, dataDir));
  try {
    let checkout = CHECKOUT;
    if (values.clone) {
      checkout = join(folder, 'clone');
      await run('git', ['clone', '--quiet', CHECKOUT, checkout]);
      await note('first run of a fresh clone: install, build, fill', checkout, join(folder, 'data'));
    }
    for (const [n] of rounds.entries()) {
      const dataDir = join(folder, `data-${n}`);
      await note(
        'first run with everything installed: make the database, fill the demo vault',
        checkout,
        dataDir,
      );
      await note('later run', checkout, dataDir);
      await rm(dataDir, { recursive: true, force: true });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const rows = Object.entries(results).map(([what, started]) => [
    what,
    spread(
      started.map(({ seconds }) => seconds),
      decimals(1),
    ),
    spread(
      started.map(({ memoryMiB }) => memoryMiB),
      whole,
    ),
  ]);
  printTable('npm start until the sign-in page is there', [['', 'seconds', 'server memory MiB'], ...rows]);
  const later = results['later run'] ?? [];
  await saveResults('start', loadBefore, results, [
    {
      work: 'npm start, later run',
      unit: 's',
      better: 'lower',
      values: later.map(({ seconds }) => seconds),
      goal: { value: 5 },
    },
    {
      work: 'npm start, memory at rest',
      unit: 'MiB',
      better: 'lower',
      values: later.map(({ memoryMiB }) => memoryMiB),
      goal: { value: 120 },
    },
  ]);
}

async function startOnce(checkout: string, dataDir: string): Promise<Started> {
  const startedAt = performance.now();
  const npm = spawn('npm', ['start'], {
    cwd: checkout,
    env: { ...cleanEnvironment(), HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => {
    npm.once('exit', resolve);
  });
  const origin = await new Promise<string>((resolve, reject) => {
    let output = '';
    npm.stdout.on('data', (piece: Buffer) => {
      output += piece.toString();
      const [, address] = /^listening on (\S+)$/m.exec(output) ?? [];
      if (address !== undefined) resolve(address);
    });
    void ended.then((code) => reject(new Error(`npm start ended with ${code}:\n${output}`)));
  });
  const page = await fetch(origin, { headers: { accept: 'text/html' } });
  must(page.ok && (await page.text()).includes('<script'), `the sign-in page got ${page.status}`);
  const seconds = (performance.now() - startedAt) / 1000;
  await sleep(REST_MS);
  const memoryMiB = await memoryOfServer(npm.pid ?? -1);
  npm.kill('SIGTERM');
  must((await ended) === 0, 'npm start did not end cleanly');
  return { seconds, memoryMiB };
}

/** `npm run` adds settings and the project's programs, which the started npm must not inherit. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name) && name !== 'NODE');
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const outside = folders.filter((one) => !one.includes('node_modules'));
  return { ...Object.fromEntries(own), LOG_LEVEL: 'warn', PATH: outside.join(delimiter) };
}

/** Finds the server among the descendants of npm: it is a child of the start script. */
async function memoryOfServer(npmPid: number): Promise<number> {
  const { stdout } = await run('ps', ['-eo', 'pid=,ppid=,args=']);
  const all = stdout.split('\n').map((line) => {
    const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return { pid: Number(pid), parent: Number(parent), command };
  });
  const family = new Set([npmPid]);
  for (const { pid, parent } of all) if (family.has(parent)) family.add(pid);
  const server = all.find(
    ({ pid, command }) => family.has(pid) && /server\/(src\/main\.ts|dist\/main\.js)/.test(command),
  );
  must(server !== undefined, 'the server process was not found');
  return serverPss(server.pid);
}
