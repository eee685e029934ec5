import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** @returns whether a process with this number exists, of any owner */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** @returns the command line of a process, its parts joined by blanks; '' when there is none (also for zombies) */
export async function commandLineOf(pid: number): Promise<string> {
  try {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim();
  } catch {
    if (process.platform === 'linux') return '';
    const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
    return stdout.trim();
  }
}

/**
 * Waits until the process has ended.
 * @returns false when it is still running after the given time
 */
export async function hasEnded(pid: number, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while ((await commandLineOf(pid)) !== '') {
    if (Date.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}
