import type pg from 'pg';

/** A statement that PostgreSQL executed, with its work. */
export interface ExecutedPlan {
  text: string;
  /** rows that its scans have read, also those that a filter has dropped */
  rows: number;
  /** pages of 8 KiB, without planning */
  buffers: number;
  plan: PlanNode;
}

export interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Index Cond'?: string;
  'Recheck Cond'?: string;
  'Join Filter'?: string;
  Filter?: string;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: PlanNode[];
}

/** How PostgreSQL plans: for the values of each execution, or once for all values. */
export type PlanMode = 'custom' | 'generic';

const AUTO_EXPLAIN = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
};

/**
 * Lets each new connection to the database plan in this mode, and send the plan of every statement that it executes,
 * also of those in functions and of foreign keys, as a notice (auto_explain).
 * @param client a connection of a superuser to any database
 */
export async function explainNewConnections(
  client: Pick<pg.Client, 'query'>,
  databaseName: string,
  mode: PlanMode,
): Promise<void> {
  const settings = { ...AUTO_EXPLAIN, plan_cache_mode: `force_${mode}_plan` };
  for (const [name, value] of Object.entries(settings)) {
    await client.query(`alter database ${databaseName} set ${name} = '${value}'`);
  }
}

/** Collects the plans of all statements of a pool. Call it before the pool opens its connections. */
export function watchPlans(pool: pg.Pool): { take: () => ExecutedPlan[] } {
  let plans: ExecutedPlan[] = [];
  pool.on('connect', (client) =>
    client.on('notice', ({ message = '' }) => {
      const json = /^duration: .* plan:\n(\{.*)$/s.exec(message)?.[1];
      if (json !== undefined) plans.push(executedPlan(json));
    }),
  );
  return {
    take() {
      const taken = plans;
      plans = [];
      return taken;
    },
  };
}

function executedPlan(json: string): ExecutedPlan {
  const { 'Query Text': text, Plan: plan } = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode };
  const { 'Shared Hit Blocks': hit = 0, 'Shared Read Blocks': read = 0 } = plan;
  return { text, rows: rowsOf(plan), buffers: hit + read, plan };
}

/** Its entries are ranges of pages; PostgreSQL shows ten rows a page instead of a number that it knows. */
const BRIN_INDEX = 'item_by_time';

/** The rows that all scans of tables and indexes have read. */
function rowsOf(plan: PlanNode): number {
  const below = (plan.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), 0);
  const isScan = plan['Relation Name'] !== undefined || plan['Index Name'] !== undefined;
  if (!isScan || plan['Index Name'] === BRIN_INDEX) return below;
  const removed = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
  return below + Math.round((plan['Actual Rows'] + removed) * plan['Actual Loops']);
}

/** The scans of a plan in one line, for the message of a failed test. */
export function scansOf(plan: PlanNode): string {
  const own = plan['Index Name'] ?? plan['Relation Name'];
  const line = own === undefined ? [] : [`${plan['Node Type']} ${own} (${rowsOf({ ...plan, Plans: [] })})`];
  return [...line, ...(plan.Plans ?? []).map(scansOf).filter((text) => text !== '')].join(', ');
}
