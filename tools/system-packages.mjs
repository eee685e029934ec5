// The operating system programs that the tests use, and their installation.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run, print } from './script.mjs';

/**
 * `program` is the executable; `packages` are the Debian packages that contain it; `without` is what remains unchecked.
 * @typedef {{ program: string, packages: string[], without: string }} SystemPackage
 */

/** The browser of the journeys, used by e2e/support/chromium.ts. */
export const BROWSER = 'chromium-headless-shell';

/** @type {SystemPackage[]} */
const WANTED = [
  {
    program: BROWSER,
    packages: ['chromium-headless-shell', 'fonts-liberation'],
    without: 'component tests (step unit) and journeys in a real browser (step e2e)',
  },
  { program: 'clamd', packages: ['clamav-daemon', 'clamav-testfiles'], without: 'scanning by a real clamd' },
  {
    program: 'soffice',
    packages: [
      'libreoffice-writer-nogui',
      'libreoffice-calc-nogui',
      'libreoffice-impress-nogui',
      'fonts-liberation',
      'fonts-crosextra-carlito',
      'fonts-crosextra-caladea',
    ],
    without: 'Office documents rendered by LibreOffice',
  },
  {
    program: 'swift-proxy-server',
    packages: ['swift-proxy', 'swift-account', 'swift-container', 'swift-object'],
    without: 'a real S3 server',
  },
  { program: 'pgbouncer', packages: ['pgbouncer'], without: 'requests through a real PgBouncer' },
  { program: 'promtool', packages: ['prometheus'], without: 'the alert rules and the dashboard' },
  { program: 'gcc', packages: ['gcc', 'libc6-dev'], without: 'calls of the file system that fail' },
  { program: 'zip', packages: ['zip'], without: 'folders packed by Info-ZIP' },
  { program: 'unzip', packages: ['unzip'], without: 'our ZIPs opened by Info-ZIP' },
  { program: 'bsdtar', packages: ['libarchive-tools'], without: 'our ZIPs opened by libarchive' },
  { program: '7z', packages: ['p7zip-full'], without: 'our ZIPs opened by 7-Zip' },
  { program: 'python3', packages: ['python3'], without: "our ZIPs opened by Python's zipfile" },
];

/** Debian installs servers such as clamd in folders that are not in an ordinary user's PATH. */
const SERVER_FOLDERS = ['/usr/local/sbin', '/usr/sbin', '/sbin'];

/**
 * @param {string} program
 * @returns {boolean} whether it is on this machine
 */
export function hasProgram(program) {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...SERVER_FOLDERS];
  return folders.some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** @param {string[]} packages @returns {Promise<void>} */
async function installByApt(packages) {
  print(`Installing from Debian: ${packages.join(' ')} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  /** @type {import('node:child_process').SpawnOptions} */
  const quiet = { env, stdio: ['ignore', 'ignore', 'inherit'] };
  if ((await run('apt-get', ['-q', 'update'], quiet)) !== 0) return;
  await run('apt-get', ['-q', 'install', '-y', '--no-install-recommends', ...packages], quiet);
}

/**
 * Installs missing programs if possible: with apt-get, as root.
 * @returns {Promise<SystemPackage[]>} the programs that are still missing
 */
export async function installSystemPackages() {
  const missing = WANTED.filter(({ program }) => !hasProgram(program));
  if (missing.length > 0 && process.getuid?.() === 0 && hasProgram('apt-get')) {
    await installByApt(missing.flatMap(({ packages }) => packages));
  }
  return missing.filter(({ program }) => !hasProgram(program));
}
