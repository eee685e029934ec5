import { join } from 'node:path';
import { type ESTree, type Plugin, runnerImport, Visitor } from 'vite';
import { type Edit, withEdits } from './edits.ts';

/** CSS by the name of the component. */
type Sheets = ReadonlyMap<string, string>;

/** The modules of Ant Design's components that create styles, and the one with the styles that all components share. */
const STYLES = /\/antd\/es\/(?:.+\/style(?:\/.+)?|theme\/util\/genStyleUtils)\.js$/;
const SHARED = /\/theme\/util\/genStyleUtils\.js$/;

/** Is in the bundle when a component is used that has no sheet. */
const MISSING = 'no style sheet: ';

/** The hook that computes a style sheet and adds it to the page, and what replaces it. */
const COMPUTES = /\/useStyleRegister$/;
const COMPUTES_NOTHING = '\0without-styles';

/** Ant Design's functions that make a hook from a function that computes styles, and where their sheets are. */
const ORDER_OF = new Map([
  ['genStyleHooks', -999],
  ['genComponentStyleHook', -999],
  ['genSubStyleComponent', -998],
]);

/**
 * Replaces the functions of Ant Design's components that compute their styles in the browser by the finished style
 * sheets (SPEED-12, docs/decisions/css.md). Each sheet is added to the page when the code of its component is loaded,
 * in the order of Ant Design: before the vault's own sheets. Needs the theme's option `zeroRuntime`.
 * @param prefixCls the first part of the class names
 * @throws Error in the build when a component is used that `ant-design-css.tsx` does not have
 */
export function antDesignStyles(prefixCls = 'ant'): Plugin {
  let sheets: Promise<Sheets> | undefined;
  const replacing: Plugin = {
    name: 'ant-design-styles',
    enforce: 'pre',
    resolveId: {
      filter: { id: COMPUTES },
      handler: (_, importer) =>
        importer?.endsWith('/cssinjs/es/index.js') === true ? COMPUTES_NOTHING : null,
    },
    load: (id) => (id === COMPUTES_NOTHING ? 'export default () => undefined;' : null),
    transform: {
      filter: { id: STYLES },
      async handler(code, id) {
        sheets ??= sheetsOf(prefixCls);
        // Without a source map: lines and columns are no longer those of the source.
        return { code: withStyleSheets(code, this.parse(code), id, await sheets), map: { mappings: '' } };
      },
    },
  };
  return {
    ...replacing,
    // `vite dev` and the component tests bundle all of Ant Design first.
    config: () => ({ optimizeDeps: { rolldownOptions: { plugins: [replacing] } } }),
    // Only here is known which components are used.
    generateBundle: (_, bundle) => {
      const names = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? missingIn(file.code) : [],
      );
      if (names.length > 0) throw new Error(`No component in web/ant-design-css.tsx has ${names.join(', ')}`);
    },
  };
}

/** Loaded by Vite, because Node does not run JSX. */
async function sheetsOf(prefixCls: string): Promise<Sheets> {
  const path = join(import.meta.dirname, 'ant-design-css.tsx');
  const { module } = await runnerImport<{ antDesignCss: (prefixCls: string) => Sheets }>(path);
  return module.antDesignCss(prefixCls);
}

/**
 * Returns a module of Ant Design with finished style sheets.
 * @param code JavaScript
 * @param id path of the module
 * @param sheets CSS by the name of the component
 */
export function withStyleSheets(code: string, program: ESTree.Program, id: string, sheets: Sheets): string {
  const added: string[] = [];
  const add = (name: string, order: number) => {
    const options = `{ prepend: 'queue', priority: ${order} }`;
    added.push(`updateCSS(${JSON.stringify(sheets.get(name))}, 'ant-design-${name}', ${options});`);
  };
  const edits: Edit[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [component, compute] }) {
      const order = callee.type === 'Identifier' ? ORDER_OF.get(callee.name) : undefined;
      if (order === undefined || component === undefined || compute === undefined) return;
      const name = nameOf(component);
      const { start, end } = compute;
      edits.push({ start, end, text: sheets.has(name) ? '() => []' : `() => '${MISSING}${name}'` });
      if (sheets.get(name)) add(name, order);
    },
  }).visit(program);
  if (SHARED.test(id)) add('Shared', -999);
  const imported = `import { updateCSS } from '@rc-component/util/es/Dom/dynamicCSS';`;
  return [imported, withEdits(code, edits), ...added].join('\n');
}

/** 'Space-Compact' for `['Space', 'Compact']`, 'Button-Button' for `'Button'`, as Ant Design names its sheets. */
function nameOf(component: ESTree.Argument): string {
  const parts = component.type === 'ArrayExpression' ? component.elements : [component, component];
  return parts.map((part) => (part?.type === 'Literal' ? String(part.value) : '')).join('-');
}

function missingIn(code: string): string[] {
  return [...code.matchAll(new RegExp(`${MISSING}([\\w-]+)`, 'g'))].map(([, name = '']) => name);
}
