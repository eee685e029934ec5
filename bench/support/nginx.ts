import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../server/src/testing/free-ports.ts';
import { programAt } from '../../server/src/testing/programs.ts';
import { stopWithParent } from '../../server/src/testing/stop-with-parent.ts';
import type { Observed } from './cost.ts';

const START_LIMIT_MS = 10_000;
const POLL_MS = 20;

/** The web server that the goals of downloads name (SPEED-07), with `sendfile`, as one process. */
export interface Nginx extends Observed {
  origin: string;
  /** Stores a file, which it then serves as `/<name>`. */
  store(name: string, bytes: Iterable<Buffer>): Promise<void>;
  /** the path of a file that it serves */
  pathOf(name: string): string;
  stop(): Promise<void>;
}

/** Starts nginx over an empty folder, on the same disk as the vault's data. @returns null when it is not installed */
export async function startNginx(): Promise<Nginx | null> {
  const program = programAt('nginx');
  if (program === null) {
    console.log('nginx is not installed (Debian: nginx-light). Its figures are left out.');
    return null;
  }
  const folder = await mkdtemp(join(tmpdir(), 'vault-nginx-'));
  const files = join(folder, 'files');
  await mkdir(files);
  const port = await freePort();
  const config = join(folder, 'nginx.conf');
  await writeFile(config, configOf(folder, port));
  const child = spawn(program, ['-p', folder, '-c', config], { stdio: 'inherit' });
  const { pid = -1 } = child;
  const guard = stopWithParent({ pids: [pid], signal: 'KILL', folder });
  const origin = `http://127.0.0.1:${port}`;
  await waitUntilServing(origin, child);
  const pathOf = (name: string) => join(files, name);
  return {
    pid,
    origin,
    store: (name, bytes) => pipeline(Readable.from(bytes), createWriteStream(pathOf(name), { flush: true })),
    pathOf,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      guard.cancel();
      await rm(folder, { recursive: true });
    },
  };
}

/** One process in the foreground, so that its CPU time and memory are those of the whole server. */
const configOf = (folder: string, port: number): string => `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 64; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  default_type application/octet-stream;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server { listen 127.0.0.1:${port}; root ${folder}/files; }
}
`;

async function waitUntilServing(origin: string, child: ChildProcess): Promise<void> {
  for (const limit = Date.now() + START_LIMIT_MS; Date.now() < limit && child.exitCode === null;) {
    const response = await fetch(origin).catch(() => null);
    await response?.arrayBuffer();
    if (response !== null) return;
    await sleep(POLL_MS);
  }
  child.kill('SIGKILL');
  throw new Error('nginx did not start: see the lines above.');
}
