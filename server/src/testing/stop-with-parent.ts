import { spawn } from 'node:child_process';

interface Guarded {
  pids: readonly number[];
  signal: 'INT' | 'KILL';
  /** deleted after the programs have ended */
  folder: string;
}

/** Ends programs when this process is killed: a shell waits until its pipe to this process is closed. */
export function stopWithParent({ pids, signal, folder }: Guarded): { cancel: () => void } {
  const script = 'if read -r _; then exit 0; fi; folder=$1; shift; kill "$@"; sleep 2; rm -rf "$folder"';
  const guard = spawn('/bin/sh', ['-c', script, 'sh', folder, `-${signal}`, ...pids.map(String)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
  return { cancel: () => guard.stdin.end('done\n') };
}
