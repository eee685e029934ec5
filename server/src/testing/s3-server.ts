import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePorts } from './free-ports.ts';
import { programAt } from './programs.ts';
import { proxySettings, storageSettings } from './s3-server-settings.ts';
import { stopWithParent } from './stop-with-parent.ts';

const run = promisify(execFile);

/** How clients reach an S3 server. Buckets are addressed by path. */
export interface S3Address {
  /** `http://127.0.0.1:port` */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** A real S3 server for tests: OpenStack Swift with s3api, one replica, on free ports of 127.0.0.1. */
export interface S3Server {
  address: S3Address;
  /** ends its four processes and deletes its folder */
  stop(): Promise<void>;
}

/** On a disk, because Swift stores data in extended attributes, which a file system in memory may not have. */
const TEMPORARY = '/var/tmp';
const STORAGE_KINDS = ['account', 'container', 'object'] as const;
const REGION = 'us-east-1';
const SECRET = 'test-secret';
const START_LIMIT_MS = 120_000;
const PROBE_MS = 50;

/** True when Swift is installed, with all of its servers. */
export const hasS3Server = (): boolean =>
  ['proxy', ...STORAGE_KINDS].every((kind) => programAt(`swift-${kind}-server`) !== null);

/** @throws Error when Swift is not installed or does not answer; the message contains its log */
export async function startS3Server(): Promise<S3Server> {
  if (!hasS3Server()) {
    throw new Error(
      'Swift is not installed (Debian: swift-proxy, swift-account, swift-container, swift-object)',
    );
  }
  const root = await mkdtemp(join(TEMPORARY, 'vault-s3-'));
  const ports = await freePorts(STORAGE_KINDS.length + 1);
  const [proxyPort = 0, ...storagePorts] = ports;
  await mkdir(join(root, 'disks', 'd1'), { recursive: true });
  const settings = (kind: string) => join(root, `${kind}-server.conf`);
  await writeRings(root, storagePorts);
  for (const [at, kind] of STORAGE_KINDS.entries()) {
    await writeFile(settings(kind), storageSettings({ root, kind, port: storagePorts[at] ?? 0 }));
  }
  await writeFile(
    settings('proxy'),
    proxySettings({ root, port: proxyPort, region: REGION, secret: SECRET }),
  );
  const servers = [...STORAGE_KINDS, 'proxy'].map((kind) =>
    startPart(`swift-${kind}-server`, settings(kind)),
  );
  const pids = servers.map(({ process: { pid = 0 } }) => pid);
  const guard = stopWithParent({ pids, signal: 'KILL', folder: root });
  const stop = async () => {
    guard.cancel();
    await Promise.all(servers.map((server) => endProcess(server.process)));
    await rm(root, { recursive: true, force: true });
  };
  try {
    await Promise.all(ports.map((port) => untilListening(port, servers)));
  } catch (error) {
    await stop();
    throw new Error(`Swift does not start: ${servers.map(({ log }) => log.join('')).join('')}`, {
      cause: error,
    });
  }
  const endpoint = `http://127.0.0.1:${proxyPort}`;
  return {
    address: { endpoint, region: REGION, accessKeyId: 'vault:keeper', secretAccessKey: SECRET },
    stop,
  };
}

/**
 * Writes the rings (the places of all data) of the storage servers in one process: nine runs of `swift-ring-builder`
 * take ten times as long. Debian's Python is the one that has Swift's modules.
 */
async function writeRings(root: string, ports: readonly number[]): Promise<void> {
  const words = STORAGE_KINDS.map((kind, at) => `${kind}:${ports[at]}`);
  await run('/usr/bin/python3', ['-c', WRITE_RINGS, root, ...words]);
}

const WRITE_RINGS = `
import sys
from swift.common.ring import RingBuilder
for word in sys.argv[2:]:
    kind, port = word.split(':')
    address = {'ip': '127.0.0.1', 'port': int(port), 'replication_ip': '127.0.0.1', 'replication_port': int(port)}
    builder = RingBuilder(6, 1, 1)
    builder.add_dev({'region': 1, 'zone': 1, 'device': 'd1', 'weight': 1, 'meta': '', **address})
    builder.rebalance()
    builder.get_ring().save(f'{sys.argv[1]}/{kind}.ring.gz')
`;

/** One process of Swift, and the lines that it has printed. */
interface Part {
  process: ChildProcess;
  log: string[];
}

function startPart(program: string, settings: string): Part {
  const child = spawn(program, [settings, '-v'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const log: string[] = [];
  const keep = (chunk: Buffer) => {
    if (log.length < 100) log.push(chunk.toString());
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return { process: child, log };
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

async function endProcess(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function untilListening(port: number, servers: readonly Part[]): Promise<void> {
  const limit = performance.now() + START_LIMIT_MS;
  while (!(await accepts(port))) {
    if (servers.some((server) => hasEnded(server.process))) throw new Error('A process has ended');
    if (performance.now() > limit) throw new Error(`Nothing listens on port ${port}`);
    await sleep(PROBE_MS);
  }
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const { promise, resolve } = Promise.withResolvers<boolean>();
  socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  const result = await promise;
  socket.destroy();
  return result;
}
