// Brings node_modules to what package-lock.json says, when it is not so already.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { machineEnv, root, run, say, Trouble } from './house.mjs';

/** @typedef {Record<string, { version?: string, link?: boolean, optional?: boolean }>} Packages */

/**
 * @param {string} file relative to the project's folder
 * @returns {Packages | null} null when there is no such file or it is cut short
 */
function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
  } catch {
    return null;
  }
}

/**
 * Whether node_modules holds exactly the versions of package-lock.json. npm writes the record that this reads
 * as the last act of an installation, so one that was interrupted does not pass.
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
 * `npm ci`: what is committed, nothing newer.
 * @param {string[]} options
 * @param {'ignore' | 'inherit'} words where npm's own words go
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
 * Installs the packages when needed. What npm has in its cache is taken without asking the registry about each
 * package (the lockfile's hashes are checked all the same); only when that does not work out it is asked.
 * @throws Trouble when npm fails; npm's own words stand above it then
 */
export async function install() {
  if (isInstalled()) return;
  say('Installing the packages (once, about half a minute) …');
  if ((await npmCi(['--prefer-offline'], 'ignore')) === 0) return;
  if ((await npmCi([], 'inherit')) === 0) return;
  throw new Trouble('The packages could not be installed: see the lines of npm above.');
}
