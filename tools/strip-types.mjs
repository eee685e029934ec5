// Writes the server as JavaScript: server/dist, contract/dist and demo/dist from the folders src beside them. Run by
// build-server.mjs with the project's Node, whose own type stripping it uses (docs/decisions/built-server.md).
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './script.mjs';
import { toJavaScript } from './to-javascript.mjs';

const WORKSPACES = ['contract', 'demo', 'server'];
const NOT_BUILT = /\.(test|suite)\.ts$|(^|\/)(testing|fixtures)\//;

process.removeAllListeners('warning');
process.on('warning', ({ name, message }) => {
  if (name !== 'ExperimentalWarning') console.error(message);
});

/**
 * Writes a module as a whole, because another build or a running server can read the folder at the same time.
 * @param {string} path
 * @param {string} code
 */
function write(path, code) {
  mkdirSync(dirname(path), { recursive: true });
  const part = `${path}.${process.pid}`;
  writeFileSync(part, code);
  renameSync(part, path);
}

/** @param {string} folder @returns {string[]} the files below it, relative to it; none when it is absent */
function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.map((name) => name.replaceAll('\\', '/')).filter((name) => /\.[jt]s$/.test(name));
}

for (const workspace of WORKSPACES) {
  const source = join(root, workspace, 'src');
  const target = join(root, workspace, 'dist');
  // The demo firm can be absent.
  const files = filesBelow(source).filter((file) => !NOT_BUILT.test(file));
  const built = new Set(files.map((file) => file.replace(/\.ts$/, '.js')));
  for (const file of files) {
    const path = join(target, file.replace(/\.ts$/, '.js'));
    write(path, toJavaScript(readFileSync(join(source, file), 'utf8'), path));
  }
  for (const old of filesBelow(target)) if (!built.has(old)) rmSync(join(target, old), { force: true });
}
