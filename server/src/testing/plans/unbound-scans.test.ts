import { describe, expect, it } from 'vitest';
import { unboundScans } from './unbound-scans.ts';
import type { PlanNode } from './watch-plans.ts';

const scan = (conditions: Partial<PlanNode>): PlanNode => ({
  'Node Type': 'Index Scan',
  'Relation Name': 'item',
  'Index Name': 'item_by_id',
  'Actual Rows': 0,
  'Actual Loops': 1,
  ...conditions,
});
const unboundScansOf = (conditions: Partial<PlanNode>) =>
  unboundScans(
    { ...scan({}), 'Node Type': 'Append', 'Relation Name': 'none', Plans: [scan(conditions)] },
    new Set(['item']),
  );

describe('NODES-08 a scan of a table with records', () => {
  it('is listed when no condition names the record', () => {
    expect(
      unboundScansOf({ 'Index Cond': "(id = ANY ('{fil1}'::text[]))", Filter: "(kind = 'file')" }),
    ).toEqual(['item item_by_id']);
  });

  it('is not listed when a condition of any kind names the record', () => {
    expect(unboundScansOf({ 'Index Cond': "(id = 'fil1')", Filter: "(record_id = 'rec1')" })).toEqual([]);
    expect(unboundScansOf({ 'Index Cond': "(record_id = 'rec1')" })).toEqual([]);
  });

  it('is not listed for an empty list, because it reads nothing', () => {
    expect(unboundScansOf({ 'Index Cond': "((id)::text = ANY ('{}'::text[]))" })).toEqual([]);
  });
});
