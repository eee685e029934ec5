import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, closeSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const END_WITH_PARENT = fileURLToPath(new URL('../../tools/end-with-parent.mjs', import.meta.url));
const START_LIMIT_MS = 120_000;
const POLL_MS = 20;

export interface Child {
  pid: number;
  /** what it said after `listening on` */
  origin: string;
  /** SIGTERM; resolves when it has ended. @throws when it did not end cleanly */
  stop: () => Promise<void>;
}

export interface ChildOptions {
  script: string;
  cwd: string;
  /** its whole environment, beside PATH, HOME and TMPDIR */
  env: Record<string, string>;
  /** gets everything it writes: a file costs the bench no work, a pipe would */
  output: string;
  nodeArguments?: readonly string[];
}

/** Starts a server that says `listening on <origin>`. It ends with the bench, whatever ends that. */
export async function startChild({
  script,
  cwd,
  env,
  output,
  nodeArguments = [],
}: ChildOptions): Promise<Child> {
  const file = openSync(output, 'a');
  const { PATH = '', HOME = '', TMPDIR = '/tmp' } = process.env;
  const child = spawn(process.execPath, [...nodeArguments, '--import', END_WITH_PARENT, script], {
    cwd,
    env: { PATH, HOME, TMPDIR, ...env },
    stdio: ['ignore', file, file, 'ipc'],
  });
  closeSync(file);
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
  });
  const origin = await listening(child, output);
  return {
    pid: child.pid ?? -1,
    origin,
    async stop() {
      child.kill('SIGTERM');
      const code = await ended;
      if (code !== 0)
        throw new Error(`${script} did not end cleanly (${code}):\n${readFileSync(output, 'utf8')}`);
    },
  };
}

async function listening(child: ChildProcess, output: string): Promise<string> {
  for (const limit = Date.now() + START_LIMIT_MS; Date.now() < limit;) {
    const text = readFileSync(output, 'utf8');
    const [, origin] = /^listening on (\S+)$/m.exec(text) ?? [];
    if (origin !== undefined) return origin;
    if (child.exitCode !== null) break;
    await sleep(POLL_MS);
  }
  child.kill('SIGKILL');
  throw new Error(`A server did not start:\n${readFileSync(output, 'utf8')}`);
}
