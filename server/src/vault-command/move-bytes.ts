import { formatBytes } from '@vault/contract';
import { moveBytes } from '../blobs/index.ts';
import { UsageError } from '../user-command/index.ts';
import { mustHaveNoOperands } from './operands.ts';
import { type Subcommand, withDatabase } from './subcommand.ts';

const ONE_STORE =
  'There is nothing to move: S3_BUCKET is not set, or DATA_DIR has no folder blobs. Use the settings of the server.';

/** The most damaged blobs that are listed. */
const MAX_LISTED = 50;

/** NODES-01: moves the bytes of files between the disk and S3. */
export const moveBlobs: Subcommand = {
  name: 'move-bytes',
  usage: '',
  summary:
    'moves the bytes of all files to the store of BLOB_STORE, verified, beside the running server; continues after an interruption',
  options: {},
  read: (line) => {
    mustHaveNoOperands(line);
    return (deps) =>
      withDatabase(deps, async (database) => {
        const stores = await deps.openMove(database);
        if (stores === null) throw new UsageError(ONE_STORE);
        const signal = deps.output.untilInterrupted();
        const moved = await moveBytes(
          { database, ...stores },
          { signal, onProgress: (done) => deps.output.showProgress('bytes of files', done) },
        ).finally(() => deps.output.endProgress());
        const { blobs, bytes, kept, isComplete } = moved;
        const lines = [
          ...kept.slice(0, MAX_LISTED).map((key) => `The bytes ${key} are damaged and were not moved.`),
          `Moved: ${blobs} contents and uploads (${formatBytes(bytes)}). Damaged: ${kept.length}.`,
          ...(isComplete ? [] : ['Interrupted; the next run continues.']),
        ];
        return { text: lines.join('\n'), exitCode: isComplete && kept.length === 0 ? 0 : 1 };
      });
  },
};
