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
 * Installs the packages when needed, with `npm ci`: what is committed, nothing newer.
 * @throws Trouble when npm fails; npm's own words stand above it then
 */
export async function install() {
  if (isInstalled()) return;
  say('Installing the packages (once, about half a minute) …');
  const windows = process.platform === 'win32';
  const code = await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], {
    env: machineEnv(),
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: windows,
  });
  if (code !== 0) throw new Trouble('The packages could not be installed: see the lines of npm above.');
}
