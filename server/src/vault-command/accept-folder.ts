import { acceptFolder } from '../blobs/index.ts';
import { mustHaveNoOperands } from './operands.ts';
import { type Subcommand, withDatabase } from './subcommand.ts';

/** NODES-03: makes another folder the one with the bytes of this vault. */
export const acceptBlobFolder: Subcommand = {
  name: 'accept-folder',
  usage: '',
  summary:
    'accepts the folder blobs of DATA_DIR as the one with the files of this vault, after the former one was replaced',
  options: {},
  read: (line) => {
    mustHaveNoOperands(line);
    return (deps) =>
      withDatabase(deps, async (database) => {
        await acceptFolder({ database, folder: deps.blobFolder });
        return { text: `Accepted: ${deps.blobFolder}. Start all servers again.`, exitCode: 0 };
      });
  },
};
