import { cpuSeconds, cpuSecondsWithChildren, resetPeak, memoryOf } from './process.ts';

/** A server whose resource usage is measured. */
export interface Observed {
  pid: number;
  /** the process of its PostgreSQL, if there is one */
  databasePid?: number;
}

/** The resource usage of a workload. */
export interface Cost {
  wallMs: number;
  /** CPU seconds of the server process */
  cpu: number;
  /** CPU seconds of its PostgreSQL */
  databaseCpu: number;
  /** peak increase of the server's resident memory, in MiB */
  growth: number;
}

/** Runs the work and measures the server's resource usage. */
export async function costOf<T>(
  observed: Observed,
  work: () => Promise<T>,
): Promise<{ result: T; cost: Cost }> {
  const { pid } = observed;
  resetPeak(pid);
  const before = { cpu: cpuOf(observed), memory: memoryOf(pid).now };
  const startedAt = performance.now();
  const result = await work();
  const wallMs = performance.now() - startedAt;
  const after = cpuOf(observed);
  const cost = {
    wallMs,
    cpu: after.server - before.cpu.server,
    databaseCpu: after.database - before.cpu.database,
    growth: memoryOf(pid).peak - before.memory,
  };
  return { result, cost };
}

/** The CPU seconds that a server and its PostgreSQL have used so far. */
export function cpuOf({ pid, databasePid }: Observed): { server: number; database: number } {
  return {
    server: cpuSeconds(pid),
    database: databasePid === undefined ? 0 : cpuSecondsWithChildren(databasePid),
  };
}

const MIB = 1024 ** 2;

/** The MiB per second of each run that transferred these bytes. */
export const ratesOf = (runs: readonly { cost: Cost }[] | undefined, bytes: number): number[] =>
  (runs ?? []).map(({ cost }) => bytes / MIB / (cost.wallMs / 1000));

/** The rates of the first program that was measured, as a reference: nginx is not installed everywhere. */
export function firstMeasured(
  results: Record<string, readonly { cost: Cost }[]>,
  names: readonly [string, string],
  bytes: number,
): { name: string; values: number[] } {
  const [first, second] = names;
  const name = first in results ? first : second;
  return { name, values: ratesOf(results[name], bytes) };
}
