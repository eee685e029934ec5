import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, closeSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const END_WITH_PARENT = fileURLToPath(new URL('../../tools/end-with-parent.mjs', import.meta.url));
const START_LIMIT_MS = 120_000;
const POLL_MS = 20;

export interface Child {
  pid: number;
  /** the address after `listening on` in its output */
  origin: string;
  /** sends SIGTERM and waits for the exit @throws when the exit code is not 0 */
  stop: () => Promise<void>;
}

export interface ChildOptions {
  script: string;
  cwd: string;
  /** the whole environment, in addition to PATH, HOME and TMPDIR */
  env: Record<string, string>;
  /** the file for its output: a pipe would cost the bench CPU time */
  output: string;
  nodeArguments?: readonly string[];
}

/** Starts a server that prints `listening on <origin>`. It ends with the bench, also when the bench is killed. */
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
