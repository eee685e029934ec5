// `npm run build`: builds the web application into web/dist, and the server, when their sources changed.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { buildOnce } from './build-once.mjs';
import { buildServer } from './build-server.mjs';
import { projectEnv, projectNode, root, run, runMain, ScriptError } from './script.mjs';

const SOURCES = ['web', 'contract/src', 'package-lock.json', 'tsconfig.base.json', 'tools/build-web.mjs'];

const COMPRESSES = /\.(js|css|html|svg|json)$/;

/**
 * Brotli has the levels 0 to 11. Level 11 takes 7 s of CPU time for all files instead of 3 at level 10, and the first
 * load is a sixtieth smaller; level 10 makes it a sixteenth smaller than level 9.
 */
const BROTLI_QUALITY = 11;

/**
 * Builds a folder with Vite unless it was built from the same sources. Needs the packages.
 * @param {{ what: string, mark: string, configs: string[], finish?: () => Promise<void> }} wanted `mark` is a file in
 * the folder that the last config writes; `finish` runs after the build
 * @throws ScriptError when the build fails; Vite's own output is printed above it
 */
async function build({ what, mark, configs, finish }) {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const make = async () => {
    for (const config of configs) {
      const code = await run(projectNode(), [vite, 'build', '--config', config, '--logLevel', 'warn'], {
        cwd: join(root, 'web'),
        env: projectEnv(),
      });
      if (code !== 0) throw new ScriptError(`${what} could not be built: see the lines above.`);
    }
    await finish?.();
  };
  await buildOnce({ what, mark, sources: SOURCES, make });
}

/** Builds web/dist, which the server sends to browsers. */
export async function buildWeb() {
  await build({
    what: 'the web application',
    mark: 'web/dist/.built-from',
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
    if (argv.includes('--embedded')) await buildEmbedded();
    else await Promise.all([buildWeb(), buildServer()]);
    return 0;
  });
}
