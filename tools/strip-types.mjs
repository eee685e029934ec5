// Writes the server as JavaScript: server/dist, contract/dist and demo/dist from the folders src beside them. Run by
// build-server.mjs with the project's Node, whose own type stripping it uses (docs/decisions/built-server.md).
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './script.mjs';
import { toJavaScript } from './to-javascript.mjs';

const WORKSPACES = ['contract', 'demo', 'server'];
const NOT_BUILT = /\.(test|suite)\.ts$|(^|\/)(testing|fixtures)\//;

process.removeAllListeners('warning');
process.on('warning', ({ name, message }) => {
  if (name !== 'ExperimentalWarning') console.error(message);
});

for (const workspace of WORKSPACES) {
  const source = join(root, workspace, 'src');
  const target = join(root, workspace, 'dist');
  rmSync(target, { recursive: true, force: true });
  // The demo firm can be absent.
  if (!existsSync(source)) continue;
  for (const name of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    const file = name.replaceAll('\\', '/');
    if (!file.endsWith('.ts') || NOT_BUILT.test(file)) continue;
    const path = join(target, file.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, toJavaScript(readFileSync(join(source, file), 'utf8'), path));
  }
}
