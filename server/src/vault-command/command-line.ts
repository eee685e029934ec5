import { parseArgs } from 'node:util';
import { UsageError } from '../user-command/index.ts';
import { AUDIT_SUBCOMMANDS } from './audit.ts';
import { acceptBlobFolder } from './accept-folder.ts';
import { BACKUP_SUBCOMMANDS } from './backup.ts';
import { check } from './check.ts';
import { HOLD_SUBCOMMANDS } from './holds.ts';
import { dropJobs, retryJobs } from './jobs.ts';
import { moveBlobs } from './move-bytes.ts';
import { rotateKey } from './rotate-key.ts';
import { resetFactors } from './reset-second-factor.ts';
import { scrub } from './scrub.ts';
import { status } from './status.ts';
import { sweep } from './sweep.ts';
import { PEOPLE_SUBCOMMANDS } from './people.ts';
import type { Line, Run, Subcommand } from './subcommand.ts';

const SUBCOMMANDS: readonly Subcommand[] = [
  status,
  check,
  scrub,
  sweep,
  moveBlobs,
  acceptBlobFolder,
  ...BACKUP_SUBCOMMANDS,
  retryJobs,
  dropJobs,
  rotateKey,
  ...AUDIT_SUBCOMMANDS,
  ...HOLD_SUBCOMMANDS,
  ...PEOPLE_SUBCOMMANDS,
  resetFactors,
];

/**
 * Parses a command line.
 * @param args without program and script
 * @returns the command to run; null for --help
 * @throws UsageError with the problem and a pointer to --help
 */
export function readVaultCommand(args: readonly string[]): Run | null {
  try {
    return runOf(args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`${error.message}\nTry: npm run vault -- --help`, { cause: error });
  }
}

function runOf(args: readonly string[]): Run | null {
  if (args[0] === 'help' || args.some((word) => word === '--help' || word === '-h')) return null;
  const subcommand = SUBCOMMANDS.find(({ name }) => wordsOf(name).every((word, n) => args[n] === word));
  if (subcommand === undefined) {
    const names = SUBCOMMANDS.map(({ name }) => name).join(', ');
    const problem =
      args.length === 0 ? 'Missing subcommand.' : `Unknown subcommand ${args.slice(0, 2).join(' ')}.`;
    throw new UsageError(`${problem} The subcommands are: ${names}.`);
  }
  const { values, positionals } = parse(args.slice(wordsOf(subcommand.name).length), subcommand);
  return subcommand.read({
    options: values as Line['options'],
    operands: positionals,
  });
}

function parse(args: readonly string[], { options }: Subcommand) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

const wordsOf = (name: string): string[] => name.split(' ');

/** The text of --help. */
export const VAULT_USAGE = [
  'Checks and maintains this vault. Uses the settings of the server, which can run at the same time.',
  '',
  ...SUBCOMMANDS.flatMap(({ name, usage, summary }) => [
    `  npm run vault -- ${name} ${usage}`.trimEnd(),
    `      ${summary}`,
  ]),
  '',
  'Exit code: 0 when nothing needs attention, 1 when something does or the command failed, 2 for an invalid command line.',
].join('\n');
