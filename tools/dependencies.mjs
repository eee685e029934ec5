// Checks the dependencies (GUARD-43), refreshes the known advisories, writes the bill of materials of a release:
// `npm run dependencies:check`, `dependencies:refresh`, `dependencies:sbom`. Only the refresh uses the network.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv, exit } from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  advisoriesOf,
  advisoryProblems,
  integrityProblems,
  licenceProblems,
  packagesOf,
  productionPackages,
  uncheckedBuilds,
} from './dependency-rules.mjs';

const execute = promisify(execFile);
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const DAY_MS = 86_400_000;
/** A release is checked against advisories that are not older. */
const FRESH_DAYS = 7;

/** @param {string} root */
const advisoryPath = (root) => join(root, 'tools/advisories.json');
/** @param {string} path @returns {any} */
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
/** @param {string} path @param {unknown} value */
const writeJson = (path, value) => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);

/** @returns {number} the exit code */
function check() {
  const lock = readJson(join(ROOT, 'package-lock.json'));
  /** @type {import('./dependency-rules.mjs').AdvisoryFile} */
  const file = readJson(advisoryPath(ROOT));
  const problems = [...licenceProblems(lock), ...integrityProblems(lock), ...advisoryProblems(lock, file)];
  for (const problem of problems) console.error(problem);
  const builds = uncheckedBuilds(lock).length;
  console.log(
    `${packagesOf(lock).length} packages (${builds} platform builds without a hash), ${problems.length} problems; ` +
      `advisories ${file.refreshedAt === null ? 'never refreshed' : `of ${file.refreshedAt}`}`,
  );
  return problems.length === 0 ? 0 : 1;
}

/**
 * Asks the registry of this machine for the advisories of all packages in the lockfile and writes them to the file.
 * @param {string} [root] the folder with package-lock.json and tools/advisories.json
 * @param {Date} [now]
 * @returns {Promise<number>} how many advisories apply
 * @throws Error when the registry has no advisories
 */
export async function refresh(root = ROOT, now = new Date()) {
  // npm exits with 1 when there are advisories, so the report says whether it succeeded.
  const { stdout } = await execute('npm', ['audit', '--json', '--package-lock-only'], {
    cwd: root,
    maxBuffer: MAX_OUTPUT_BYTES,
  }).catch((/** @type {unknown} */ error) => ({
    stdout: /** @type {{ stdout?: string }} */ (error).stdout ?? '',
  }));
  const report = parsed(stdout);
  if (report?.vulnerabilities === undefined) {
    throw new Error(
      'The registry of this machine returned no advisories; tools/advisories.json is unchanged.',
    );
  }
  const { accepted } = readJson(advisoryPath(root));
  const advisories = advisoriesOf(report);
  writeJson(advisoryPath(root), { refreshedAt: now.toISOString().slice(0, 10), advisories, accepted });
  return advisories.length;
}

/** @param {string} text @returns {any} null when it is no JSON */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Workspaces that no installation of the vault contains. */
const TEST_WORKSPACES = ['@vault/bench', '@vault/campaign', '@vault/e2e'];

/**
 * The bill of materials of production, in CycloneDX. It names no machine. `npm sbom --omit dev` also omits packages of
 * production that a test uses as well, so it lists everything, and the lockfile says what belongs to production.
 * @returns {Promise<any>}
 */
export async function createSbom() {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
  const { stdout } = await execute('npm', args, { cwd: ROOT, maxBuffer: MAX_OUTPUT_BYTES });
  const { components, dependencies, metadata, ...rest } = JSON.parse(stdout);
  metadata.component.name = readJson(join(ROOT, 'package.json')).name;
  const shipped = productionPackages(readJson(join(ROOT, 'package-lock.json'))).map(
    ({ name, version }) => `${name}@${version}`,
  );
  const workspaces = components.map(refOf).filter((/** @type {string} */ ref) => ref.startsWith('@vault/'));
  const kept = new Set([...shipped, ...workspaces, metadata.component['bom-ref']]);
  for (const name of TEST_WORKSPACES)
    for (const ref of workspaces) if (ref.startsWith(`${name}@`)) kept.delete(ref);
  return {
    ...rest,
    metadata,
    components: components.filter((/** @type {any} */ one) => kept.has(refOf(one))),
    dependencies: dependencies
      .filter((/** @type {any} */ { ref }) => kept.has(idOf(ref)))
      .map((/** @type {any} */ { ref, dependsOn }) => ({
        ref,
        dependsOn: dependsOn.filter((/** @type {string} */ on) => kept.has(idOf(on))),
      })),
  };
}

/** A name and a version; npm appends the folder where two packages have the same. @param {string} ref */
const idOf = (ref) => ref.split('|')[0] ?? ref;
/** @param {any} component @returns {string} */
const refOf = (component) => idOf(component['bom-ref']);

/** @returns {Promise<number>} the exit code */
async function writeSbom() {
  const { version } = readJson(join(ROOT, 'package.json'));
  const { refreshedAt } = readJson(advisoryPath(ROOT));
  const age = refreshedAt === null ? Infinity : (Date.now() - Date.parse(refreshedAt)) / DAY_MS;
  const folder = join(ROOT, 'releases');
  mkdirSync(folder, { recursive: true });
  writeJson(join(folder, `portal-vault-${version}.cdx.json`), await createSbom());
  console.log(`releases/portal-vault-${version}.cdx.json written`);
  if (age <= FRESH_DAYS) return 0;
  console.error(
    `The advisories are older than ${FRESH_DAYS} days: run \`npm run dependencies:refresh\` before a release.`,
  );
  return 1;
}

/** @returns {Promise<number>} the exit code */
async function main() {
  if (argv.includes('--sbom')) return writeSbom();
  if (argv.includes('--refresh')) {
    try {
      console.log(`${await refresh()} advisories apply to packages of the lockfile`);
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      return 1;
    }
  }
  return check();
}

if (argv[1] === fileURLToPath(import.meta.url)) exit(await main());
