import { mustHaveNoOperands } from './operands.ts';
import { readReport } from './status-report.ts';
import { statusText } from './status-text.ts';
import type { Subcommand } from './subcommand.ts';

/** Checks the dependencies and the free space, and lists failed jobs and unsent mails. */
export const status: Subcommand = {
  name: 'status',
  usage: '[--json]',
  summary: 'checks the database, the scanner and the free space, and lists failed jobs and unsent mails',
  options: { json: { type: 'boolean' } },
  read: ({ options, operands }) => {
    mustHaveNoOperands({ operands });
    return async (deps) => {
      const report = await readReport(deps);
      const { problems, status: known } = report;
      const isHealthy =
        Object.values(problems).every((problem) => problem === null) &&
        known?.failedJobs.length === 0 &&
        known.damagedBlobs === 0;
      return {
        text: options['json'] === true ? JSON.stringify(report, null, 2) : statusText(report),
        exitCode: isHealthy ? 0 : 1,
      };
    };
  },
};
