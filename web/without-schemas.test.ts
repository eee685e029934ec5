import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { withoutDescriptions } from './without-schemas.ts';

const MODULE = `const idSchema = z.string().regex(/^a/);
export const LIMIT = 50;
export const calls = nameCalls('files', {
	list: endpoint({ id: 'C01', summary: 'List files', method: 'GET', path: '/files/:id', access: 'token', params: z.object({ id: idSchema }), data: z.array(idSchema) }),
});`;

test('SPEED-12 only the parts of a call that a screen uses are left; other computed values can be left out', () => {
  expect(withoutDescriptions(MODULE, parseSync('calls.js', MODULE).program).split('\n')).toEqual([
    'const idSchema = /* @__PURE__ */ (() => (z.string().regex(/^a/)))();',
    'export const LIMIT = 50;',
    `export const calls = /* @__PURE__ */ (() => (nameCalls('files', {`,
    `\tlist: endpoint({ id: 'C01',  method: 'GET', path: '/files/:id', access: 'token',   }),`,
    '})))();',
  ]);
});
