// Builds the web application into web/dist when its sources changed: `npm run build`.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { projectEnv, projectNode, root, run, runMain, print, ScriptError } from './script.mjs';

const SOURCES = ['web', 'contract/src', 'package-lock.json', 'tsconfig.base.json'];
const OUTSIDE = /(^|\/)(dist|generated|node_modules)(\/|$)|\.test\.tsx?$/;

const COMPRESSES = /\.(js|css|html|svg|json)$/;

/** Brotli has the levels 0 to 11. Level 10 takes ten times as long and makes the files only a fifteenth smaller. */
const BROTLI_QUALITY = 9;

/**
 * A file that is written after the build. Vite empties web/dist first, so the file exists only for a complete build.
 */
const MARK = 'web/dist/.built-from';

/**
 * @param {string} path file or folder, relative to the project's folder
 * @returns {string[]} the files under it that a build reads, in a fixed order
 */
function filesUnder(path) {
  if (OUTSIDE.test(path)) return [];
  const entries = readdirSync(join(root, path), { withFileTypes: true });
  return entries
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const inner = `${path}/${entry.name}`;
      if (entry.isDirectory()) return filesUnder(inner);
      return OUTSIDE.test(inner) ? [] : [inner];
    });
}

/** @returns {string} a hash of the names and contents of all files that the build reads */
function hashOfSources() {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    const files = /\.\w+$/.test(source) ? [source] : filesUnder(source);
    for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

/**
 * Builds a folder unless it was built from the same sources. Needs the packages.
 * @param {{ what: string, mark: string, configs: string[], finish?: () => Promise<void> }} wanted `mark` is a file in
 * the folder that the last config writes; `finish` runs after the build
 * @throws ScriptError when the build fails; Vite's own output is printed above it
 */
async function build({ what, mark, configs, finish }) {
  const hash = hashOfSources();
  const markFile = join(root, mark);
  if (existsSync(markFile) && readFileSync(markFile, 'utf8') === hash) return;
  print(`Building ${what} …`);
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  for (const config of configs) {
    const code = await run(projectNode(), [vite, 'build', '--config', config, '--logLevel', 'warn'], {
      cwd: join(root, 'web'),
      env: projectEnv(),
    });
    if (code !== 0) throw new ScriptError(`${what} could not be built: see the lines above.`);
  }
  await finish?.();
  writeFileSync(markFile, hash);
}

/** Builds web/dist, which the server sends to browsers. */
export async function buildWeb() {
  await build({
    what: 'the web application',
    mark: MARK,
    configs: ['vite.config.ts'],
    finish: () => compress(join(root, 'web/dist')),
  });
}

/** Builds the vault as a package for portals, and the example portal. */
export async function buildEmbedded() {
  const configs = ['embed/vite.config.ts', 'example/vite.config.ts'];
  await build({ what: 'the package for portals', mark: 'web/example/dist/.built-from', configs });
}

/**
 * Writes compressed copies of compressible files, so that the server sends them without compressing.
 * @param {string} folder
 */
async function compress(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    COMPRESSES.test(name),
  );
  await Promise.all(
    files.map(async (name) => {
      const file = join(folder, name);
      const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
      const content = readFileSync(file);
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, { params }));
      writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  await runMain(async () => {
    await (argv.includes('--embedded') ? buildEmbedded() : buildWeb());
    return 0;
  });
}
