// The rules for dependencies (GUARD-43): licences, integrity, known advisories. Why: docs/decisions/dependencies.md.
import semver from 'semver';
import satisfies from 'spdx-satisfies';

/**
 * @typedef {{ version?: string, license?: string, integrity?: string, link?: boolean, dev?: boolean,
 *   devOptional?: boolean, optional?: boolean, os?: string[], cpu?: string[] }} LockEntry
 * @typedef {{ packages: Record<string, LockEntry> }} Lockfile
 * @typedef {{ id: string, package: string, range: string, severity: string, title: string }} Advisory
 * @typedef {{ refreshedAt: string | null, advisories: Advisory[], accepted: { id: string, reason: string }[] }}
 * AdvisoryFile
 * @typedef {{ name: string, version: string, path: string, entry: LockEntry }} Package
 */

/**
 * The licences of packages that the vault ships with. LGPL and MPL oblige only those who change or copy the code of the
 * package itself; GPL and AGPL oblige the whole product.
 */
export const LICENCES = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'LGPL-3.0-only',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
];

/** What packages write that is no SPDX expression, by package. @type {Readonly<Record<string, string>>} */
export const CORRECTED = { 'incremental-encoder': 'MPL-2.0', 'libheif-js': 'LGPL-3.0-only' };

/** @param {Lockfile} lock @returns {Package[]} the packages of registries */
export function packagesOf(lock) {
  return Object.entries(lock.packages)
    .filter(([path, entry]) => path.includes('node_modules/') && entry.link !== true)
    .map(([path, entry]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return { name, version: entry.version ?? '', path, entry };
    });
}

/** @param {Lockfile} lock @returns {Package[]} those that an installation of the vault contains */
export const productionPackages = (lock) =>
  packagesOf(lock).filter(({ entry }) => entry.dev !== true && entry.devOptional !== true);

/** A build for one system: the registry of a machine can offer only some of them. @param {LockEntry} entry */
const isPlatformBuild = ({ optional, os, cpu }) =>
  optional === true && (os !== undefined || cpu !== undefined);

/**
 * The packages of production whose licence is not in the list. A platform build without an entry has that of its
 * package.
 * @param {Lockfile} lock
 * @returns {string[]} one sentence for each
 */
export function licenceProblems(lock) {
  return productionPackages(lock)
    .filter(({ entry }) => !(entry.license === undefined && isPlatformBuild(entry)))
    .filter(({ name, entry }) => !isAllowed(CORRECTED[name] ?? entry.license ?? ''))
    .map(({ name, version, entry }) => `${name} ${version} has the licence '${entry.license ?? 'none'}'`);
}

/** @param {string} licence an SPDX expression */
function isAllowed(licence) {
  try {
    return satisfies(licence, LICENCES);
  } catch {
    return false;
  }
}

/**
 * The entries whose bytes npm could not check: all need a SHA-512, except platform builds that were added without one.
 * @param {Lockfile} lock
 * @returns {string[]} one sentence for each
 */
export function integrityProblems(lock) {
  return packagesOf(lock)
    .filter(({ entry }) => !(entry.integrity === undefined && isPlatformBuild(entry)))
    .filter(({ entry }) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(entry.integrity ?? ''))
    .map(({ path }) => `${path} has no SHA-512 in package-lock.json`);
}

/**
 * @param {Lockfile} lock
 * @returns {string[]} platform builds without a hash, which no registry of a developer offered
 */
export const uncheckedBuilds = (lock) =>
  packagesOf(lock)
    .filter(({ entry }) => entry.integrity === undefined && isPlatformBuild(entry))
    .map(({ name }) => name);

/**
 * The packages with a known advisory that was not accepted, and accepted advisories that no longer apply.
 * @param {Lockfile} lock
 * @param {AdvisoryFile} file
 * @returns {string[]} one sentence for each
 */
export function advisoryProblems(lock, { advisories, accepted }) {
  const found = advisories.flatMap((advisory) =>
    packagesOf(lock)
      .filter(({ name, version }) => name === advisory.package && semver.satisfies(version, advisory.range))
      .map(({ name, version }) => ({ ...advisory, text: `${name} ${version}: ${advisory.title}` })),
  );
  const isAccepted = (/** @type {string} */ id) => accepted.some((one) => one.id === id && one.reason !== '');
  return [
    ...found
      .filter(({ id }) => !isAccepted(id))
      .map(({ id, severity, text }) => `${text} (${severity}, ${id})`),
    ...accepted
      .filter(({ id }) => !found.some((one) => one.id === id))
      .map(({ id }) => `${id} is accepted, and no package has it: remove the line`),
  ];
}

/**
 * The advisories in the report of `npm audit --json`, each once.
 * @param {{ vulnerabilities?: Record<string, { via: (string | AuditVia)[] }> }} report
 * @typedef {{ name: string, url: string, title: string, severity: string, range: string }} AuditVia
 * @returns {Advisory[]} sorted
 */
export function advisoriesOf({ vulnerabilities = {} }) {
  const all = Object.values(vulnerabilities).flatMap(({ via }) =>
    via.flatMap((one) => (typeof one === 'string' ? [] : [one])),
  );
  const byKey = new Map(
    all.map(({ name, url, title, severity, range }) => {
      // An identifier such as GHSA-… instead of an address, which names a host.
      const id = url.slice(url.lastIndexOf('/') + 1);
      return [`${name} ${id} ${range}`, { id, package: name, range, severity, title }];
    }),
  );
  return [...byKey.entries()].toSorted(([a], [b]) => a.localeCompare(b, 'en')).map(([, one]) => one);
}
