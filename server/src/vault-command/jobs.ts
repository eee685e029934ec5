import { dropFailedJobs, retryFailedJobs, type JobFilter } from '../platform/failed-jobs/index.ts';
import { UsageError } from '../user-command/index.ts';
import { type Line, type Run, type Subcommand, withDatabase } from './subcommand.ts';

const OPTIONS = { all: { type: 'boolean' } } as const;
const USAGE = '<id> … | --all';
/** PostgreSQL's bigint allows more, but no queue reaches such numbers. */
const ID = /^\d{1,15}$/;

/** Resets the attempts of failed jobs. */
export const retryJobs: Subcommand = {
  name: 'jobs retry',
  usage: USAGE,
  summary: "retries failed jobs: those with the given ids, as in 'status', or all",
  options: OPTIONS,
  read: (line) => change(jobFilterOf(line), retryFailedJobs, 'queued again'),
};

/** Deletes failed jobs. */
export const dropJobs: Subcommand = {
  name: 'jobs drop',
  usage: USAGE,
  summary: 'deletes failed jobs; their work is not done',
  options: OPTIONS,
  read: (line) => change(jobFilterOf(line), dropFailedJobs, 'deleted'),
};

type ChosenJobs = Exclude<JobFilter, { before: Date }>;

function jobFilterOf({ options, operands }: Line): ChosenJobs {
  if (options['all'] === true) {
    if (operands.length > 0) throw new UsageError('Ids cannot be combined with --all.');
    return 'all';
  }
  if (operands.length === 0) throw new UsageError('Missing job ids, or --all.');
  const wrong = operands.find((operand) => !ID.test(operand));
  if (wrong !== undefined) throw new UsageError(`${wrong} is not the id of a job.`);
  return { ids: operands.map(Number) };
}

function change(which: ChosenJobs, work: typeof dropFailedJobs, done: string): Run {
  return async (deps) => {
    const jobs = await withDatabase(deps, (database) => database.transaction((tx) => work(tx, which)));
    const lines = jobs.map(({ id, name }) => `Job ${id} (${name}): ${done}.`);
    const wanted = which === 'all' ? [] : which.ids;
    const missing = wanted.filter((id) => !jobs.some((job) => job.id === id));
    lines.push(...missing.map((id) => `Job ${id}: there is no failed job with this id.`));
    return {
      text: lines.length === 0 ? 'There are no failed jobs.' : lines.join('\n'),
      exitCode: missing.length === 0 ? 0 : 1,
    };
  };
}
