import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of the alert rules and of the dashboard. */
export const OPS = join(import.meta.dirname, '../../../ops');

interface Panel {
  title: string;
  targets?: { expr: string }[];
}

/** @returns the PromQL expressions of the dashboard by panel, with the values that Grafana fills in */
export function dashboardExpressions(): { panel: string; expression: string }[] {
  const text = readFileSync(join(OPS, 'grafana/portal-vault.json'), 'utf8');
  const { panels } = JSON.parse(text) as { panels: Panel[] };
  return panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({
      panel: title,
      expression: expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'),
    })),
  );
}

/** @returns the PromQL expressions of the alert rules */
export function ruleExpressions(): string[] {
  const text = readFileSync(join(OPS, 'prometheus/portal-vault.rules.yml'), 'utf8');
  return [...text.matchAll(/^ +expr: (.+)$/gm)].map(([, expression = '']) => expression);
}

/** @returns the metrics of /metrics that the expressions read, without the suffixes of histograms */
export function metricsOf(expressions: readonly string[]): Set<string> {
  const names = expressions.flatMap(
    (text) => text.match(/\b(?:vault|http|nodejs|process)_[a-z0-9_]+/g) ?? [],
  );
  return new Set(names.map((name) => name.replace(/_(bucket|sum|count)$/, '')));
}
