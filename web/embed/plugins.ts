import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const WORKER = /new Worker\(new URL\('([^']+)', import\.meta\.url\), \{\s*type: 'module',?\s*\}\)/g;

/**
 * Inlines workers into the scripts. A browser starts no worker from a file of another origin, and a portal's bundler
 * would have to know where the file is.
 */
export function inlineWorkers(): Plugin {
  return {
    name: 'inline-workers',
    enforce: 'pre',
    transform(code, id) {
      if (!/\.tsx?$/.test(id)) return null;
      const imports: string[] = [];
      const changed = code.replaceAll(WORKER, (_, path: string) => {
        const name = `InlineWorker${imports.length}`;
        imports.push(`import ${name} from './${path}?worker&inline';`);
        return `new ${name}()`;
      });
      return imports.length === 0 ? null : { code: `${imports.join('\n')}\n${changed}`, map: null };
    },
  };
}

/**
 * Renames Ant Design's prefix in our style sheets to the one of the embedded vault
 * (src/app/embedded/embedded-vault.tsx).
 */
export function ownAntPrefix(): Plugin {
  return {
    name: 'own-ant-prefix',
    enforce: 'pre',
    transform: (code, id) =>
      id.endsWith('.css')
        ? { code: code.replaceAll('.ant-', '.pv-ant-').replaceAll('--ant-', '--pv-ant-'), map: null }
        : null,
  };
}

const BROWSER_ADDRESS = '\0browser-address';
const NO_BROWSER_ADDRESS = `
const refuse = () => { throw new Error('Inside a portal the address is in memory'); };
export { refuse as navigate, refuse as useBrowserLocation, refuse as useLocationProperty, refuse as useSearch };`;

/**
 * Leaves out the module of wouter that reads the address bar: it changes `history.pushState` and `replaceState` when it
 * is loaded, and the history is the portal's. The address of the embedded vault is in memory (`MemoryAddress`).
 */
export function withoutBrowserAddress(): Plugin {
  return {
    name: 'without-browser-address',
    enforce: 'pre',
    resolveId: (source) => (/\/use-browser-location(\.js)?$/.test(source) ? BROWSER_ADDRESS : null),
    load: (id) => (id === BROWSER_ADDRESS ? NO_BROWSER_ADDRESS : null),
  };
}

interface Manifest {
  name: string;
  version: string;
  dependencies: Record<string, string>;
}

/** Makes the build a package that a portal installs: it contains everything except React, of the same major version. */
export function packageFiles(): Plugin {
  const web = join(import.meta.dirname, '..');
  const { name, version, dependencies } = JSON.parse(
    readFileSync(join(web, 'package.json'), 'utf8'),
  ) as Manifest;
  const major = (of: string) => `^${dependencies[of]?.split('.')[0]}.0.0`;
  const manifest = {
    name,
    version,
    type: 'module',
    exports: { '.': { types: './vault.d.ts', import: './vault.js' }, './vault.css': './vault.css' },
    peerDependencies: { react: major('react'), 'react-dom': major('react-dom') },
  };
  return {
    name: 'package-files',
    generateBundle() {
      const types = readFileSync(join(import.meta.dirname, 'vault.d.ts'));
      this.emitFile({ type: 'asset', fileName: 'vault.d.ts', source: types });
      this.emitFile({ type: 'asset', fileName: 'package.json', source: JSON.stringify(manifest, null, 2) });
    },
  };
}
