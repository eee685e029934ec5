import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-ports.ts';
import { programAt } from './programs.ts';

/**
 * A real clamd for tests, from Debian's package clamav-daemon, with a signature file of one line: the official
 * signatures are not available offline, and with one line it starts in a tenth of a second.
 */
export interface Clamd {
  /** path of its local socket, a value for the setting CLAMD */
  socket: string;
  /** its TCP address '127.0.0.1:port', also a value for the setting CLAMD */
  tcp: string;
  /** Pauses clamd (SIGSTOP): it accepts connections and does not reply. */
  freeze(): void;
  /** Lets clamd continue (SIGCONT). */
  thaw(): void;
  /** ends it and deletes its folder; can be called twice */
  stop(): Promise<void>;
}

export interface ClamdOptions {
  /** the value of the four size settings in bytes; default 2 GiB - 1, the maximum that clamd can scan */
  maxBytes?: number;
  /** additional lines of clamd.conf, such as 'StreamMaxLength 1000' (they replace the lines of this module) */
  settings?: string[];
}

/** Matches anywhere in a file of any kind: the bytes of the EICAR test file, in hex so that this file is clean. */
const EICAR =
  '58354f2150254041505b345c505a58353428505e2937434329377d2445494341522d5354414e444152442d414e544956495255532d' +
  '544553542d46494c452124482b482a';
const SIGNATURES = `Eicar-Test-Signature:0:*:${EICAR}\n`;

const MAX_SCANNABLE_BYTES = 2 ** 31 - 1;
const START_LIMIT_MS = 20_000;
const STOP_LIMIT_MS = 5_000;

/** True when clamd is installed. */
export function hasClamd(): boolean {
  return programAt('clamd') !== null;
}

/**
 * Starts a clamd with its own folder, socket and port. It also works when the tests run as root. If setpriv is
 * installed, clamd always ends with the test process.
 * @throws Error when clamd is not installed or does not start; the message contains its output
 */
export async function startClamd(options: ClamdOptions = {}): Promise<Clamd> {
  const program = programAt('clamd');
  if (program === null) throw new Error('clamd is not installed (Debian: clamav-daemon)');
  const folder = mkdtempSync(join(tmpdir(), 'vault-clamd-'));
  const port = await freePort();
  const socket = join(folder, 'clamd.sock');
  const config = join(folder, 'clamd.conf');
  writeFileSync(join(folder, 'local.ndb'), SIGNATURES);
  writeFileSync(config, [...configLines(folder, port, options), ''].join('\n'));

  const setpriv = programAt('setpriv');
  const command = [program, '--foreground', `--config-file=${config}`];
  const [first = program, ...rest] = setpriv ? [setpriv, '--pdeathsig', 'KILL', ...command] : command;
  const child = spawn(first, rest, { stdio: ['ignore', 'pipe', 'pipe'] });
  const words: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => words.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => words.push(chunk.toString()));

  const stop = async () => {
    await end(child);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await untilAnswering(child, socket);
  } catch (error) {
    await stop();
    throw new Error(`clamd does not start: ${words.join('')}`, { cause: error });
  }
  return {
    socket,
    tcp: `127.0.0.1:${port}`,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    stop,
  };
}

/**
 * The lines of clamd.conf. All four size settings belong together: when one of them is below the largest upload, clamd
 * reads only the beginning of a file and replies OK. AlertExceedsMax turns that OK into a finding.
 */
function configLines(folder: string, port: number, options: ClamdOptions): string[] {
  const maxBytes = options.maxBytes ?? MAX_SCANNABLE_BYTES;
  const ours = {
    DatabaseDirectory: folder,
    TemporaryDirectory: folder,
    LocalSocket: join(folder, 'clamd.sock'),
    TCPSocket: String(port),
    TCPAddr: '127.0.0.1',
    Foreground: 'yes',
    StreamMaxLength: String(maxBytes),
    MaxFileSize: String(maxBytes),
    MaxScanSize: String(maxBytes),
    AlertExceedsMax: 'yes',
  };
  const given = new Map(Object.entries(ours));
  for (const line of options.settings ?? []) {
    const [name = '', ...value] = line.split(' ');
    given.set(name, value.join(' '));
  }
  return [...given].map(([name, value]) => `${name} ${value}`);
}

async function untilAnswering(child: ChildProcess, socket: string): Promise<void> {
  const giveUpAt = performance.now() + START_LIMIT_MS;
  while (performance.now() < giveUpAt) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('it ended by itself');
    if (await answersPing(socket)) return;
    await sleep(20);
  }
  throw new Error('it does not answer');
}

function answersPing(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket, () => connection.write('zPING\0'));
    connection.once('data', (data) => {
      connection.destroy();
      resolve(data.toString().startsWith('PONG'));
    });
    connection.once('error', () => resolve(false));
    connection.once('close', () => resolve(false));
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = new Promise((resolve) => {
    child.once('exit', resolve);
  });
  child.kill('SIGTERM');
  child.kill('SIGCONT');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
  await ended;
  clearTimeout(timer);
}
