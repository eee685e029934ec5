import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { buildServer } from './build-server.mjs';
import { root } from './script.mjs';
import { nodeFlags, nodeSettings } from './server-command.mjs';
import { toJavaScript } from './to-javascript.mjs';

const SOURCE = `import { type Limits, MAX } from '@vault/contract';
import { read } from '../kinds.ts';
const child = new URL('./child.ts', import.meta.url);
export const limit = (given: Limits | null): number => read(given ?? MAX, child);
`;

test('SPEED-10 a built module imports built modules and keeps lines and columns', () => {
  const code = toJavaScript(SOURCE, join(root, 'server/dist/platform/readers/reader.js'));
  expect(code.split('\n')).toEqual([
    `import {              MAX } from '../../../../contract/dist/index.js';`,
    `import { read } from '../kinds.js';`,
    `const child = new URL('./child.js', import.meta.url);`,
    `export const limit = (given               )         => read(given ?? MAX, child);`,
    '',
  ]);
});

test('SPEED-10 every module of the built server can be imported', async () => {
  await buildServer();
  const url = (file: string) => pathToFileURL(join(root, 'server/dist', file)).href;
  const modules = ['server.js', 'platform/readers/kinds.js'].map(url);
  const code = `for (const one of ${JSON.stringify(modules)}) await import(one);`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', code], {
    encoding: 'utf8',
  });
  expect(output).toBe('');
});

test('SPEED-10 the service file starts the built server as npm start does', () => {
  const service = /```ini\n(\[Unit\].*?)```/s.exec(
    readFileSync(join(root, 'docs/operating.md'), 'utf8'),
  )?.[1];
  expect(service).toContain(`/.bin/node ${nodeFlags.join(' ')} server/dist/main.js`);
  for (const [name, value] of Object.entries(nodeSettings)) expect(service).toContain(`${name}=${value}`);
});
