import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import pino from 'pino';
import * as z from 'zod';
import { type KindName, openDocumentReader } from '../src/platform/readers/index.ts';

/*
 * Opens real documents with the reader process (USE-31, USE-32): `node server/tools/real-papers.ts [folder]`. They are
 * test data of Debian's source packages, listed in real-papers.json, and are fetched with apt. The pages are kept in
 * the folder, to be looked at. Ends with code 1 when a document cannot be shown or takes longer than ten seconds.
 */

const run = promisify(execFile);
const MAX_MS = 10_000;
const DEBIAN = 'deb-src http://deb.debian.org/debian bookworm main\n';

const manifestSchema = z.object({ packages: z.array(z.string()), documents: z.array(z.string()) });
const manifestFile = new URL('real-papers.json', import.meta.url);
const { packages, documents } = manifestSchema.parse(JSON.parse(await readFile(manifestFile, 'utf8')));

const folder = process.argv[2] ?? (await mkdtemp(join(tmpdir(), 'real-papers-')));
const sources = join(folder, 'sources');

/** Fetches and unpacks the source packages, with lists of their own beside those of the machine. */
async function fetchSources(): Promise<void> {
  await mkdir(join(sources, 'lists', 'partial'), { recursive: true });
  await writeFile(join(sources, 'sources.list'), DEBIAN);
  const options = [
    `Dir::Etc::sourcelist=${sources}/sources.list`,
    'Dir::Etc::sourceparts=-',
    `Dir::State::lists=${sources}/lists`,
  ].flatMap((option) => ['-o', option]);
  await run('apt-get', [...options, 'update'], { cwd: sources });
  await run('apt-get', [...options, 'source', '--download-only', '--tar-only', ...packages], {
    cwd: sources,
  });
  for (const name of await readdir(sources)) {
    if (/\.orig\.tar\.\w+$/.test(name)) await run('tar', ['xf', name], { cwd: sources });
  }
}

await fetchSources();
const reader = openDocumentReader({ hidden: sources, log: pino({ level: 'silent' }) });
let failures = 0;
for (const path of documents) {
  const kind = extname(path).slice(1) as KindName;
  const began = performance.now();
  try {
    const { bytes } = await reader.read(kind, () => readFile(join(sources, path)));
    await writeFile(join(folder, `${path.replaceAll('/', '-')}.html`), bytes);
  } catch (error) {
    failures += 1;
    console.error(`${path}: ${String(error)}`);
  }
  const tookMs = Math.round(performance.now() - began);
  if (tookMs > MAX_MS) failures += 1;
  console.log(`${path}: ${tookMs} ms`);
}
await reader.close();
console.log(
  `${documents.length - failures} of ${documents.length} documents are shown; their pages are in ${folder}`,
);
process.exitCode = failures === 0 ? 0 : 1;
