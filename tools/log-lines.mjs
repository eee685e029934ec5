// Finds the log lines of the server at warn and above, for docs/logs.md.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { root } from './script.mjs';

/** @typedef {{ sentence: string | null, file: string }} LogLine sentence: null when it is not a constant */
/** @typedef {{ [key: string]: unknown, type?: string }} Node */

const LEVELS = new Set(['warn', 'error', 'fatal']);
const NO_PRODUCT = /\.(test|suite)\.ts$|(^|\/)(testing|fixtures)\//;

/** @returns {LogLine[]} the lines that the server can write at warn and above, in the order of its files */
export function serverLogLines() {
  const folder = join(root, 'server/src');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !NO_PRODUCT.test(file))
    .toSorted()
    .flatMap((file) =>
      logLinesIn(readFileSync(join(folder, file), 'utf8')).map((sentence) => ({ sentence, file })),
    );
}

/**
 * @param {string} source TypeScript
 * @returns {(string | null)[]} the sentence of each log call at warn and above; null for one that is not constant
 */
export function logLinesIn(source) {
  /** @type {(string | null)[]} */
  const found = [];
  /** @param {unknown} node */
  const visit = (node) => {
    if (typeof node !== 'object' || node === null) return;
    const { type, callee, arguments: args } = /** @type {Node} */ (node);
    if (type === 'CallExpression' && isLogCall(/** @type {Node} */ (callee))) {
      const last = /** @type {{ expression: Node }[]} */ (args).at(-1)?.expression;
      found.push(last?.type === 'StringLiteral' ? String(last['value']) : null);
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(source, { syntax: 'typescript', target: 'es2024' }));
  return found;
}

/** @param {Node} callee @returns {boolean} whether it is a call such as `….log.warn`, or a level chosen at run time */
function isLogCall(callee) {
  if (callee.type !== 'MemberExpression') return false;
  const property = /** @type {Node} */ (callee['property']);
  const receiver = nameOf(/** @type {Node} */ (callee['object']));
  if (property.type === 'Computed') return receiver === 'log';
  if (property.type !== 'Identifier') return false;
  return receiver !== 'console' && LEVELS.has(String(property['value']));
}

/** @param {Node} node @returns {string} the last name of `log`, `this.#log` or `request.log` */
function nameOf(node) {
  const last = /** @type {Node} */ (node.type === 'MemberExpression' ? node['property'] : node);
  return String(last['value']);
}
