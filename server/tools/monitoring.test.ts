import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contract } from '@vault/contract';
import { expect, onTestFinished, test } from 'vitest';
import { dashboardExpressions, OPS, ruleExpressions } from '../src/testing/monitoring.ts';
import { programAt } from '../src/testing/programs.ts';

const promtool = programAt('promtool');
const run = (...args: string[]) => execFileSync(promtool ?? '', args, { encoding: 'utf8', stdio: 'pipe' });
const expressions = [...ruleExpressions(), ...dashboardExpressions().map(({ expression }) => expression)];

test.runIf(promtool !== null)(
  'NODES-11 Prometheus accepts the alert rules, and they fire in their cases',
  () => {
    expect(run('check', 'rules', join(OPS, 'prometheus/portal-vault.rules.yml'))).toContain(
      'SUCCESS: 17 rules found',
    );
    expect(run('test', 'rules', join(OPS, 'prometheus/portal-vault.test.yml'))).toContain('SUCCESS');
  },
);

test.runIf(promtool !== null)('NODES-11 Prometheus accepts each expression of the dashboard', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vault-dashboard-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const rules = dashboardExpressions().map(({ expression }, n) => ({
    record: `panel:${n}`,
    expr: expression,
  }));
  // JSON is YAML.
  writeFileSync(join(folder, 'rules.yml'), JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
  expect(run('check', 'rules', join(folder, 'rules.yml'))).toContain(`SUCCESS: ${rules.length} rules found`);
});

test('NODES-11 calls that an expression names are calls of the contract', () => {
  const names = expressions.flatMap((text) =>
    [...text.matchAll(/call=~"([^"]+)"/g)].map(([, calls = '']) => calls.split('|')),
  );
  const known = Object.values(contract).flatMap((area) => Object.values(area).map(({ name }) => name));
  expect(names.flat()).not.toEqual([]);
  expect(names.flat().filter((name) => !known.includes(name))).toEqual([]);
});
