import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ESTree, type Plugin, Visitor } from 'vite';
import { type Edit, withEdits } from './edits.ts';

const ID = '\0without-schemas';
const CONTRACT = join(import.meta.dirname, '../contract/src');

/**
 * Leaves the contract's schemas and descriptions out of the browser's bundle (SPEED-12). They check what callers send
 * and describe the API; a screen only needs each call's method, path and types. Zod would be a sixth of the first view,
 * and its test for `new Function` violates our Content-Security-Policy, which every visitor's console would report.
 * The module that replaces it has the same functions. They return an object that accepts every further call; `parse`
 * and `safeParse` throw, so that no value is used as if it had been checked.
 */
export function withoutSchemas(): Plugin {
  return {
    name: 'without-schemas',
    enforce: 'pre',
    resolveId: (source) => (source === 'zod' ? ID : null),
    load: (id) => (id === ID ? emptySchemas(usedNames()) : null),
    transform: {
      // After the types are removed, which `parse` does not accept.
      order: 'post',
      handler(code, id) {
        if (!id.startsWith(CONTRACT)) return null;
        // Without a source map: lines and columns are no longer those of the source.
        return { code: withoutDescriptions(code, this.parse(code)), map: { mappings: '' } };
      },
    },
  };
}

/** The parts of a call that only the server's checks and the API document use. */
const SERVER_PARTS = new Set(['summary', 'record', 'maxBodyBytes', 'params', 'query', 'body', 'data']);
/** What is around a value that the bundler can leave out, with all calls in it, when it is not used. */
const PURE = ['/* @__PURE__ */ (() => (', '))()'] as const;

/**
 * Removes what a screen does not use from all calls of a module of the contract. All other values that the module
 * computes are marked as pure, so that the bundler leaves out the schemas that only the removed parts used.
 * @param code JavaScript
 */
export function withoutDescriptions(code: string, program: ESTree.Program): string {
  const edits: Edit[] = [];
  for (const { start, end } of computedValues(program)) {
    edits.push({ start, end: start, text: PURE[0] }, { start: end, end, text: PURE[1] });
  }
  new Visitor({
    CallExpression({ callee, arguments: [description] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'endpoint') return;
      if (description?.type !== 'ObjectExpression') return;
      for (const { start, end } of description.properties.filter(isServerPart)) {
        edits.push({ start, end: code[end] === ',' ? end + 1 : end, text: '' });
      }
    },
  }).visit(program);
  return withEdits(code, edits);
}

/** The calls whose results are the values of the module's constants. */
function computedValues({ body }: ESTree.Program): ESTree.Expression[] {
  const declarations = body.map((one) => (one.type === 'ExportNamedDeclaration' ? one.declaration : one));
  return declarations
    .flatMap((one) => (one?.type === 'VariableDeclaration' ? one.declarations : []))
    .flatMap(({ init }) => (init?.type === 'CallExpression' ? init : []));
}

const isServerPart = (part: ESTree.ObjectExpression['properties'][number]): boolean =>
  part.type === 'Property' && part.key.type === 'Identifier' && SERVER_PARTS.has(part.key.name);

/** The names of Zod that the contract uses: `z.object`, `z.string` … */
function usedNames(): string[] {
  const sources = readdirSync(CONTRACT)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(CONTRACT, file), 'utf8'));
  const names = sources.flatMap((source) =>
    [...source.matchAll(/\bz\s*\.(\w+)/g)].map(([, name = '']) => name),
  );
  return [...new Set(names)];
}

function emptySchemas(names: readonly string[]): string {
  return `
const refuse = () => { throw new Error('Schemas are not part of the browser bundle'); };
const schema = new Proxy(function () {}, {
  get: (_, name) => (name === 'parse' || name === 'safeParse' ? refuse : schema),
  apply: () => schema,
});
export { ${names.map((name) => `schema as ${name}`).join(', ')} };`;
}
