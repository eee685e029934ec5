// Builds something again only when its sources have changed.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { print, root } from './script.mjs';

const OUTSIDE = /(^|\/)(dist|generated|node_modules)(\/|$)|\.test\.tsx?$/;

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

/**
 * @param {readonly string[]} sources
 * @returns {string} a hash of the names and contents of all files that the build reads
 */
function hashOf(sources) {
  const hash = createHash('sha256');
  for (const source of sources) {
    const files = /\.\w+$/.test(source) ? [source] : filesUnder(source);
    for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

/**
 * Builds a folder unless it was built from the same sources.
 * @param {{ what: string, mark: string, sources: readonly string[], make: () => Promise<void> }} wanted `mark` is a
 * file in the folder that exists only for a complete build
 */
export async function buildOnce({ what, mark, sources, make }) {
  const hash = hashOf(sources);
  const markFile = join(root, mark);
  if (existsSync(markFile) && readFileSync(markFile, 'utf8') === hash) return;
  print(`Building ${what} …`);
  rmSync(markFile, { force: true });
  await make();
  writeFileSync(markFile, hash);
}
