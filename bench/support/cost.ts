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
  { pid, databasePid }: Observed,
  work: () => Promise<T>,
): Promise<{ result: T; cost: Cost }> {
  const databaseSeconds = () => (databasePid === undefined ? 0 : cpuSecondsWithChildren(databasePid));
  resetPeak(pid);
  const before = { cpu: cpuSeconds(pid), database: databaseSeconds(), memory: memoryOf(pid).now };
  const startedAt = performance.now();
  const result = await work();
  const wallMs = performance.now() - startedAt;
  const cost = {
    wallMs,
    cpu: cpuSeconds(pid) - before.cpu,
    databaseCpu: databaseSeconds() - before.database,
    growth: memoryOf(pid).peak - before.memory,
  };
  return { result, cost };
}
