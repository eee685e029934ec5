import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Runs the work while a process and its descendants are stopped by SIGSTOP, as on a hung machine: sockets stay open and
 * nothing replies. They continue afterwards, also when the work fails or the test process is killed.
 * @param pid such as the postmaster, whose children are the connections
 */
export async function whileFrozen<T>(pid: number, work: () => Promise<T>): Promise<T> {
  // Stops the parent first, so that it starts no more children.
  process.kill(pid, 'SIGSTOP');
  const pids = [pid, ...(await descendantsOf(pid))];
  const guard = thawWithParent(pids);
  try {
    for (const each of pids.slice(1)) signal(each, 'SIGSTOP');
    return await work();
  } finally {
    for (const each of pids) signal(each, 'SIGCONT');
    guard.cancel();
  }
}

async function descendantsOf(pid: number): Promise<number[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=']);
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const childrenOf = (parent: number): number[] =>
    rows.flatMap(([child = 0, itsParent]) => (itsParent === parent ? [child, ...childrenOf(child)] : []));
  return childrenOf(pid);
}

/** Continues the processes when this process is killed: a shell waits until its pipe to this process is closed. */
function thawWithParent(pids: readonly number[]): { cancel: () => void } {
  const script = 'read -r _; kill -CONT "$@" 2>/dev/null';
  const guard = spawn('/bin/sh', ['-c', script, 'sh', ...pids.map(String)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
  return { cancel: () => guard.stdin.end() };
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has ended.
  }
}
