// Loaded into the server by --import: kills it with SIGKILL at a named point. It changes only public modules (pg,
// node:fs, node:http), so that it works without any code of the server. The campaign arms it by a message.
import fs from 'node:fs/promises';
import http from 'node:http';
import { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';
import pg from 'pg';

/** The message that arms the next kill. */
interface Arm {
  point: string;
  /** the how-manieth time the point is reached */
  nth: number;
  /** further processes that are killed first, such as those of PostgreSQL */
  pids: number[];
  /** the file that gets the line about the kill */
  log: string;
}

let armed: Arm | null = null;

/** Kills the process when the armed point is reached for the n-th time. */
function reach(point: string, detail: string): void {
  if (armed?.point !== point) return;
  armed.nth -= 1;
  if (armed.nth > 0) return;
  appendFileSync(armed.log, `${JSON.stringify({ point, detail })}\n`);
  for (const pid of [...armed.pids, process.pid]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // it has ended already
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
    const place = pointOf(args);
    if (place === null) return original.apply(this, args);
    reach(`before ${place.point}`, place.detail);
    const result = original.apply(this, args);
    if (!(result instanceof Promise)) return result;
    return result.then((value: unknown) => {
      reach(`after ${place.point}`, place.detail);
      return value;
    });
  };
}

const textOf = (query: unknown): string =>
  (typeof query === 'string' ? query : ((query as { text?: string } | null)?.text ?? '')).trim();

if (isMainThread && process.connected) {
  process.on('message', (message: { arm?: Arm }) => {
    if (message.arm !== undefined) armed = message.arm;
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
