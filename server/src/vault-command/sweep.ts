import { sweepAllBlobs, sweepReleased } from '../blobs/index.ts';
import { systemClock } from '../platform/clock.ts';
import { mustHaveNoOperands } from './operands.ts';
import { type Subcommand, withDatabase } from './subcommand.ts';

/** The two sweeps of the server, now. */
export const sweep: Subcommand = {
  name: 'sweep',
  usage: '[--json]',
  summary:
    'deletes stored bytes that nothing uses, as the server does each night, after the same time of grace',
  options: { json: { type: 'boolean' } },
  read: (line) => {
    mustHaveNoOperands(line);
    return async (deps) => {
      const swept = await withDatabase(deps, async (database) => {
        const blobStore = await deps.openBlobs(database);
        const sweepDeps = {
          database,
          blobStore,
          clock: systemClock,
          log: deps.log,
          settings: deps.keepSettings,
        };
        const released = await sweepReleased(sweepDeps);
        return { released, ...(await sweepAllBlobs(sweepDeps)) };
      });
      const text =
        `Deleted: ${swept.released} released, ${swept.unknown} without a row, ${swept.unfinished} unfinished. ` +
        `Contents that are no longer used: ${swept.unused}; their bytes follow after ten minutes.`;
      return { text: line.options['json'] === true ? JSON.stringify(swept, null, 2) : text, exitCode: 0 };
    };
  },
};
