// `npm start`: from a fresh clone to the running vault. Installs, builds and runs, each only when needed.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { buildServer } from './build-server.mjs';
import { buildWeb } from './build-web.mjs';
import { projectEnv, projectNode, root, runMain, ScriptError } from './script.mjs';
import { install } from './install.mjs';
import { builtServer, nodeFlags, nodeSettings } from './server-command.mjs';

/** npm and the terminal both pass on one Ctrl+C: signals within this time count as one. */
const SAME_SIGNAL_MS = 1000;

/** Interval of the check whether npm is alive, in milliseconds: after `kill -9` it cannot pass on a signal. */
const PARENT_CHECK_MS = 500;

/**
 * Runs the server as a child process that always ends with this one: it receives every signal once, and shuts down when
 * this process is killed (the channel then closes, see end-with-parent.mjs).
 * @returns {Promise<number>} the server's exit code, or 128 + n when signal n ended it
 */
function serve() {
  const preload = new URL('end-with-parent.mjs', import.meta.url).href;
  const child = spawn(
    projectNode(),
    [...nodeFlags, '--import', preload, builtServer, ...process.argv.slice(2)],
    {
      cwd: root,
      env: { ...nodeSettings, ...projectEnv() },
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      detached: true,
    },
  );
  let lastSignalAt = -Infinity;
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      if (performance.now() - lastSignalAt < SAME_SIGNAL_MS) return;
      lastSignalAt = performance.now();
      child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    });
  }
  if (process.env['npm_lifecycle_event']) {
    const npm = process.ppid;
    const timer = setInterval(() => {
      if (process.ppid === npm) return;
      clearInterval(timer);
      // A second signal would end the server immediately.
      if (lastSignalAt === -Infinity) child.kill('SIGTERM');
    }, PARENT_CHECK_MS).unref();
  }
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new ScriptError(`The server cannot be started: ${error.message}`)));
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGKILL']));
  });
}

await runMain(async () => {
  await install();
  await Promise.all([buildWeb(), buildServer()]);
  return serve();
});
