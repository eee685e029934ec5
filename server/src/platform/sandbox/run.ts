import { spawn } from 'node:child_process';
import { startRunningLimit } from '../running-limit.ts';

export interface RunOptions {
  cwd: string;
  timeoutMs: number;
  signal: AbortSignal;
}

export interface Ended {
  /** the exit code; null when a signal ended the program */
  exitCode: number | null;
  /** whether the program was killed, because it took too long or the server stops */
  wasKilled: boolean;
  /** the start of its output, for the log */
  output: string;
}

const MAX_OUTPUT = 2000;
const STANDARD_PATH = '/usr/local/bin:/usr/bin:/bin';

/**
 * Runs a program with an environment without secrets. When its time is over, it and every process that it started are
 * killed as one group. Resolves when it has ended in any way.
 * @param command the program and its arguments
 * @throws the system's error when it cannot be started
 */
export function run(command: readonly string[], { cwd, timeoutMs, signal }: RunOptions): Promise<Ended> {
  const [program = '', ...args] = command;
  const env = { PATH: STANDARD_PATH, HOME: cwd, TMPDIR: cwd, LC_ALL: 'C.UTF-8', TZ: 'UTC' };
  return new Promise((resolve, reject) => {
    // `detached` makes it the leader of a new group.
    const child = spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let wasKilled = false;
    const append = (piece: Buffer) => {
      output = (output + piece.toString()).slice(0, MAX_OUTPUT);
    };
    child.stdout.on('data', append);
    child.stderr.on('data', append);
    const kill = () => {
      wasKilled = true;
      killGroup(child.pid);
    };
    const endLimit = startRunningLimit(timeoutMs, kill);
    signal.addEventListener('abort', kill, { once: true });
    const settle = (outcome: () => void) => {
      endLimit();
      signal.removeEventListener('abort', kill);
      // A process that the program started can still hold the pipes open.
      child.stdout.destroy();
      child.stderr.destroy();
      outcome();
    };
    child.once('error', (error) => settle(() => reject(error)));
    child.once('exit', (exitCode) => {
      // Processes that the program has left running must end as well.
      killGroup(child.pid);
      settle(() => resolve({ exitCode, wasKilled, output: output.trim() }));
    });
    if (signal.aborted) kill();
  });
}

/** Kills a process that was started with `detached`, and every process that it started. */
export function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // nothing of the group is left
  }
}
