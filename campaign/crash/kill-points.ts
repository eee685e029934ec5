// Loaded into the server by --import: kills it with SIGKILL at a named point. It changes only public modules (pg,
// node:fs, node:http), and imports no code of the server. The campaign sends the point in a message.
import fs from 'node:fs/promises';
import http from 'node:http';
import { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';
import pg from 'pg';

/** When the process is killed. */
interface KillAt {
  point: string;
  /** 1: the first time that the point is reached, 2: the second time, … */
  nth: number;
  /** other processes that are killed first, such as those of PostgreSQL */
  pids: number[];
  /** the file that gets the line about the kill */
  log: string;
}

let killAt: KillAt | null = null;

/** Kills the process when the point of `killAt` is reached for the n-th time. */
function killAtPoint(point: string, detail: string): void {
  if (killAt?.point !== point) return;
  killAt.nth -= 1;
  if (killAt.nth > 0) return;
  appendFileSync(killAt.log, `${JSON.stringify({ point, detail })}\n`);
  for (const pid of [...killAt.pids, process.pid]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended already.
    }
  }
}

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

/** Replaces a method by one that reaches a point before it begins and after it has succeeded. */
function watch(
  target: object,
  name: string,
  pointOf: (args: unknown[]) => { point: string; detail: string } | null,
) {
  const methods = target as Record<string, AnyFunction>;
  const original = methods[name];
  if (original === undefined) throw new Error(`there is no ${name}`);
  methods[name] = function watched(this: unknown, ...args: unknown[]) {
    const reached = pointOf(args);
    if (reached === null) return original.apply(this, args);
    killAtPoint(`before ${reached.point}`, reached.detail);
    const result = original.apply(this, args);
    if (!(result instanceof Promise)) return result;
    return result.then((value: unknown) => {
      killAtPoint(`after ${reached.point}`, reached.detail);
      return value;
    });
  };
}

const textOf = (query: unknown): string =>
  (typeof query === 'string' ? query : ((query as { text?: string } | null)?.text ?? '')).trim();

if (isMainThread && process.connected) {
  process.on('message', (message: { killAt?: KillAt }) => {
    if (message.killAt !== undefined) ({ killAt } = message);
  });
  process.channel?.unref();
  watch(pg.Client.prototype, 'query', ([query]) => {
    const text = textOf(query);
    if (/^commit/i.test(text)) return { point: 'commit', detail: text };
    return /^(insert|update|delete|with)/i.test(text)
      ? { point: 'statement', detail: text.replaceAll(/\s+/g, ' ').slice(0, 60) }
      : null;
  });
  for (const name of ['rename', 'link', 'unlink', 'mkdir']) {
    watch(fs, name, ([path]) => ({ point: name, detail: String(path).split('/').slice(-3, -1).join('/') }));
  }
  const handle = await fs.open(import.meta.filename);
  const prototype = Object.getPrototypeOf(handle) as object;
  await handle.close();
  for (const name of ['sync', 'datasync', 'write', 'writev']) {
    watch(prototype, name, () => ({ point: name, detail: '' }));
  }
  watch(http.ServerResponse.prototype, 'end', () => ({ point: 'reply', detail: '' }));
  syncBuiltinESMExports();
}
