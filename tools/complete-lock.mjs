// Completes package-lock.json after a dependency change: `npm run lock`.
//
// If a registry offers only some of the platform builds of a package (for example no `…-darwin-arm64`), npm omits the
// others from the lockfile, and `npm ci` then fails with "Missing: … from lock file" on every machine, also where the
// build is not needed. This script adds the missing entries, so that npm skips them by os and cpu. It also makes sure
// that the lockfile names no registry host: each machine uses its own.
import { readFileSync, writeFileSync } from 'node:fs';
import { argv, exit } from 'node:process';
import { fileURLToPath } from 'node:url';

const SYSTEMS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const LIBRARIES = /** @type {const} */ ({
  musl: 'musl',
  musleabihf: 'musl',
  gnu: 'glibc',
  gnueabihf: 'glibc',
});

/**
 * @typedef {{ version?: string, resolved?: string, link?: boolean, dev?: boolean, optional?: boolean,
 *   optionalDependencies?: Record<string, string>, os?: string[], cpu?: string[], libc?: string[] }} LockEntry
 * @typedef {{ packages: Record<string, LockEntry> }} Lockfile
 */

/**
 * Resolves `name` for a package installed at `from`: its own node_modules, else those of the folders above.
 * @param {Lockfile} lock
 * @param {string} from path of the dependent inside the lockfile ('' is the root)
 * @param {string} name
 * @returns {LockEntry | undefined}
 */
function resolve(lock, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    const found = lock.packages[`${at === '' ? '' : `${at}/`}node_modules/${name}`];
    if (found || at === '') return found;
  }
}

/**
 * The platform that a build is for, read from its name: `@oxlint/binding-linux-arm64-musl`.
 * @param {string} name
 * @returns {Pick<LockEntry, 'os' | 'cpu' | 'libc'>}
 * @throws Error when the name contains no platform: such a package is not a platform build
 */
function platformOf(name) {
  const words = name.split(/[-/]/);
  const at = words.findIndex((word) => SYSTEMS.includes(word));
  const cpu = words[at + 1];
  if (at < 0 || !cpu)
    throw new Error(`${name} is missing in package-lock.json, and its name contains no platform`);
  const library = words.slice(at + 2).find((word) => word in LIBRARIES);
  return {
    cpu: [cpu],
    ...(library ? { libc: [LIBRARIES[/** @type {keyof typeof LIBRARIES} */ (library)]] } : {}),
    os: [/** @type {string} */ (words[at])],
  };
}

/**
 * Adds the platform builds that are missing in the lockfile. Changes `lock`.
 * @param {Lockfile} lock
 * @returns {string[]} the names that were added
 * @throws Error when a version is a range or a name contains no platform
 */
export function addMissingBuilds(lock) {
  const added = [];
  for (const [path, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const present = resolve(lock, path, name);
      const exact = /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version);
      if (present && (!exact || present.version === version)) continue;
      if (!exact)
        throw new Error(`${name}@${version} is missing in package-lock.json, and the version is a range`);
      const place = present ? `${path}/node_modules/${name}` : `node_modules/${name}`;
      lock.packages[place] = {
        version,
        ...platformOf(name),
        ...(entry.dev ? { dev: true } : {}),
        optional: true,
      };
      added.push(name);
    }
  }
  return added;
}

/**
 * Removes the download addresses; npm then uses the registry of the machine and checks the same hash.
 * @param {Lockfile} lock
 * @returns {number} how many were removed
 */
export function dropRegistryHosts(lock) {
  const named = Object.values(lock.packages).filter(
    (entry) => !entry.link && entry.resolved?.startsWith('http'),
  );
  for (const entry of named) delete entry.resolved;
  return named.length;
}

function main() {
  const file = fileURLToPath(new URL('../package-lock.json', import.meta.url));
  const before = readFileSync(file, 'utf8');
  /** @type {Lockfile} */
  const lock = JSON.parse(before);
  const added = addMissingBuilds(lock);
  const dropped = dropRegistryHosts(lock);
  lock.packages = Object.fromEntries(
    Object.entries(lock.packages).toSorted(([a], [b]) => a.localeCompare(b, 'en')),
  );
  const after = `${JSON.stringify(lock, null, 2)}\n`;
  if (argv.includes('--check')) {
    if (added.length + dropped === 0) return;
    console.error('package-lock.json is not complete: run `npm run lock` and commit it');
    exit(1);
  }
  if (after !== before) writeFileSync(file, after);
  console.log(`package-lock.json: ${added.length} platform builds added, ${dropped} addresses removed`);
}

if (argv[1] === fileURLToPath(import.meta.url)) main();
