import { cpuSeconds, cpuSecondsWithChildren, forgetPeak, memoryOf } from './process.ts';

/** A server whose cost can be read. */
export interface Observed {
  pid: number;
  /** the process of its PostgreSQL, if it has one */
  databasePid?: number;
}

/** What a piece of work took. */
export interface Cost {
  wallMs: number;
  /** CPU seconds of the server process */
  cpu: number;
  /** CPU seconds of its PostgreSQL */
  databaseCpu: number;
  /** MiB by which the server's resident memory rose above what it was before, at its highest */
  growth: number;
}

/** Does the work and reads what it cost the server. */
export async function costOf<T>(
  { pid, databasePid }: Observed,
  work: () => Promise<T>,
): Promise<{ result: T; cost: Cost }> {
  const databaseSeconds = () => (databasePid === undefined ? 0 : cpuSecondsWithChildren(databasePid));
  forgetPeak(pid);
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
