// `npm run user`: manages the accounts of this vault on the command line.
import { processIo } from './command-io.ts';
import { runUser } from './run-user.ts';

process.exitCode = await runUser(processIo(process.env));
