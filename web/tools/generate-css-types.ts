import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { preprocessCSS, resolveConfig, type ResolvedConfig } from 'vite';

// Writes a TypeScript declaration for each CSS module of web/src to web/generated/css, so that a class that does not
// exist does not compile (docs/decisions/css.md). The classes are those that Vite exports in the build.

const WEB = fileURLToPath(new URL('..', import.meta.url));
const SOURCE = join(WEB, 'src');
const TARGET = join(WEB, 'generated/css');

const filesIn = (folder: string) =>
  readdir(folder, { recursive: true, encoding: 'utf8' }).catch((): string[] => []);

/**
 * Returns the declaration of a CSS module, with its classes in alphabetical order.
 * @param path the path of the CSS module
 */
async function declarationOf(path: string, config: ResolvedConfig): Promise<string> {
  const { modules = {} } = await preprocessCSS(await readFile(path, 'utf8'), path, config);
  const classes = Object.keys(modules)
    .toSorted()
    .map((name) => `  readonly ${JSON.stringify(name)}: string;\n`);
  return `declare const styles: {\n${classes.join('')}};\nexport default styles;\n`;
}

/** Writes a file only when its text has changed, because another check can read the folder at the same time. */
async function writeIfChanged(path: string, content: string): Promise<void> {
  if ((await readFile(path, 'utf8').catch(() => '')) === content) return;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

const config = await resolveConfig({ configFile: false, root: WEB, logLevel: 'error' }, 'build');
const sheets = (await filesIn(SOURCE)).filter((name) => name.endsWith('.module.css'));
for (const sheet of sheets) {
  await writeIfChanged(join(TARGET, `${sheet}.d.ts`), await declarationOf(join(SOURCE, sheet), config));
}
const wanted = new Set(sheets.map((sheet) => `${sheet}.d.ts`));
const stale = (await filesIn(TARGET)).filter((name) => name.endsWith('.d.ts') && !wanted.has(name));
for (const name of stale) await rm(join(TARGET, name));
