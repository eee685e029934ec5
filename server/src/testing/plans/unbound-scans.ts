import type { PlanNode } from './watch-plans.ts';

/** What a scan compares rows with; the condition of a bitmap is that of the index below it. */
const CONDITIONS = ['Index Cond', 'Recheck Cond', 'Filter', 'Join Filter'] as const;

/**
 * Returns whether an index is searched for an empty list, which reads nothing. PostgreSQL then omits all other
 * conditions of the scan, also the one that names the record.
 */
const isOfEmptyList = (node: PlanNode): boolean => node['Index Cond']?.includes("= ANY ('{}'") === true;

/**
 * Returns the scans of a plan that read a table with records by another key than the record (NODES-08).
 * @param tables the tables with a column `record_id`
 * @returns each as `table index`, or `table` for a scan without an index
 */
export function unboundScans(plan: PlanNode, tables: ReadonlySet<string>): string[] {
  const below = (plan.Plans ?? []).flatMap((child) => unboundScans(child, tables));
  const table = plan['Relation Name'];
  const isScan = table !== undefined && plan['Node Type'] !== 'ModifyTable';
  if (!isScan || !tables.has(table)) return below;
  const bitmaps = (plan.Plans ?? []).filter((child) => child['Node Type'].startsWith('Bitmap'));
  const namesRecord = (node: PlanNode) =>
    CONDITIONS.some((condition) => node[condition]?.includes('record_id') === true);
  if ([plan, ...bitmaps].some((node) => namesRecord(node) || isOfEmptyList(node))) return below;
  const index = plan['Index Name'] ?? bitmaps[0]?.['Index Name'];
  return [[table, index].filter((name) => name !== undefined).join(' '), ...below];
}
