// `npm run vault`: checks and maintains this vault on the command line.
import { processIo } from './command-io.ts';
import { runVault } from './run-vault.ts';

process.exitCode = await runVault(processIo(process.env));
