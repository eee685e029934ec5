// Installs the packages of package-lock.json into node_modules, unless they are already installed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { machineEnv, root, run, print, ScriptError } from './script.mjs';

/** @typedef {Record<string, { version?: string, link?: boolean, optional?: boolean }>} Packages */

/**
 * @param {string} file relative to the project's folder
 * @returns {Packages | null} null when the file does not exist or is incomplete
 */
function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
  } catch {
    return null;
  }
}

/**
 * Returns whether node_modules contains exactly the versions of package-lock.json. npm writes the record that this
 * reads as the last step of an installation, so an interrupted one returns false.
 * @returns {boolean}
 */
export function isInstalled() {
  const wanted = packagesIn('package-lock.json');
  const present = packagesIn('node_modules/.package-lock.json');
  if (!wanted || !present) return false;
  return Object.entries(wanted)
    .filter(([path]) => path.startsWith('node_modules/') || path.includes('/node_modules/'))
    .every(([path, { version, optional }]) => {
      const found = present[path];
      return found ? found.version === version : optional === true;
    });
}

/**
 * Runs `npm ci`, which installs exactly the committed versions.
 * @param {string[]} options
 * @param {'ignore' | 'inherit'} words what happens to npm's output
 * @returns {Promise<number>} npm's exit code
 */
function npmCi(options, words) {
  return run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', ...options], {
    env: machineEnv(),
    stdio: ['ignore', 'ignore', words],
    shell: process.platform === 'win32',
  });
}

/**
 * Installs the packages when needed. Cached packages are used without a request to the registry (the lockfile's hashes
 * are checked anyway); only after a failure the registry is used.
 * @throws ScriptError when npm fails; npm's own output is printed above it
 */
export async function install() {
  if (isInstalled()) return;
  print('Installing the packages (once, about half a minute) …');
  if ((await npmCi(['--prefer-offline'], 'ignore')) === 0) return;
  if ((await npmCi([], 'inherit')) === 0) return;
  throw new ScriptError('The packages could not be installed: see the lines of npm above.');
}
