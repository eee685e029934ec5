// Runs after every installation: makes sure that `node` in the project's scripts is the one from its packages. npm 10,
// which is part of Node 20, installs the package of that Node but does not link its program.
import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './script.mjs';

const packaged = `node-${process.platform}-${process.arch}`;
const packages = join(root, 'node_modules');
const link = join(packages, '.bin', 'node');

if (
  process.platform !== 'win32' &&
  existsSync(join(packages, packaged, 'bin', 'node')) &&
  !existsSync(link)
) {
  symlinkSync(join('..', packaged, 'bin', 'node'), link);
}
