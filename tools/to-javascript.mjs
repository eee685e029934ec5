// The conversion of one module by build-server.mjs.
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { root } from './script.mjs';

/** A module of the same workspace: in an import, or in the address of a thread's or process's module. */
const OWN_MODULE = /(['"])(\.{1,2}\/[^'"\n]*)\.ts\1/g;
/** A module of another workspace, whose package.json names the sources. */
const OTHER_WORKSPACE = /'@vault\/(contract|demo)(?:\/(\w+))?'/g;

/**
 * Converts a module to JavaScript that imports built modules. Types become spaces, so every statement keeps its line
 * and column.
 * @param {string} code TypeScript
 * @param {string} target the path of the module that is written
 * @returns {string}
 */
export function toJavaScript(code, target) {
  return stripTypeScriptTypes(code)
    .replaceAll(OWN_MODULE, '$1$2.js$1')
    .replaceAll(OTHER_WORKSPACE, (_all, workspace, module = 'index') => {
      const path = relative(dirname(target), join(root, workspace, 'dist', `${module}.js`));
      return `'${path.replaceAll('\\', '/')}'`;
    });
}
