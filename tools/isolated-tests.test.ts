import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { filesToIsolate } from './isolated-tests.ts';

it('only test files that replace globals, timers or modules have a worker of their own', () => {
  const root = mkdtempSync(join(tmpdir(), 'isolated-tests-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const texts = {
    'globals.test.ts': `vi.stubGlobal('document', fake);`,
    'timers.test.tsx': `vi.useFakeTimers();`,
    'modules.test.ts': `vi.mock('./token.ts');`,
    'assigned.test.ts': `Object.assign(globalThis, { window: fake });`,
    'functions.test.ts': `const send = vi.fn();`,
    'page.component.test.tsx': `vi.useFakeTimers();`,
    'helper.ts': `vi.useFakeTimers();`,
  };
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(root, name), text);
  expect(filesToIsolate(root, '**/*.test.{ts,tsx}').toSorted()).toEqual([
    'assigned.test.ts',
    'globals.test.ts',
    'modules.test.ts',
    'timers.test.tsx',
  ]);
});
