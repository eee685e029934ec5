// Runs a tool with a time limit, so that a hanging tool fails and leaves no process running.
import { spawn } from 'node:child_process';
import { checkEnv, root, print } from './script.mjs';

const GRACE_MS = 5000;

/** @type {Set<number>} process groups of the running tools */
const running = new Set();

/** @param {number} group @param {NodeJS.Signals} signal */
function signalGroup(group, signal) {
  try {
    process.kill(-group, signal);
  } catch {
    // The whole group has already ended.
  }
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.once(signal, () => {
    for (const group of running) signalGroup(group, 'SIGTERM');
    process.exit(1);
  });
}

/**
 * Runs a command with the project's tools first in PATH; terminates it and its child processes after the time limit.
 * @param {string} command
 * @param {string[]} args
 * @param {number} limitMs
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>} its exit code; 1 when it could not start, was ended by a signal or exceeded the limit
 */
export function runBounded(command, args, limitMs, env = checkEnv()) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
    });
    const group = child.pid ?? 0;
    if (group) running.add(group);
    const timer = setTimeout(() => {
      print(`${command} took longer than ${limitMs / 60_000} minutes and is terminated.`);
      signalGroup(group, 'SIGTERM');
      setTimeout(signalGroup, GRACE_MS, group, 'SIGKILL').unref();
    }, limitMs);
    /** @param {number} code */
    const end = (code) => {
      clearTimeout(timer);
      running.delete(group);
      resolve(code);
    };
    child.once('error', (error) => {
      print(`${command} cannot be started: ${error.message}`);
      end(1);
    });
    child.once('exit', (code) => end(code ?? 1));
  });
}
