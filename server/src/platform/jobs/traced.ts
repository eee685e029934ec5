import { inSpan, type Traces } from '../traces/index.ts';
import type { Task } from './kind.ts';

/** Jobs with a span for each run (NODES-11). */
export function tracedJobs<Jobs extends { tasks: readonly Task[] }>(jobs: Jobs, traces: Traces | null) {
  return { ...jobs, tasks: jobs.tasks.map((task) => traced(task, traces)) };
}

const traced = ({ kind, run }: Task, traces: Traces | null): Task => ({
  kind,
  run: (payload, context) => inSpan(traces, `job ${kind.name}`, () => run(payload, context)),
});
