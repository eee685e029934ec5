import { Console } from 'node:console';
import { loadSettingsFile } from './config/index.ts';
import { commandContext, runAs } from './platform/actor/index.ts';
import { UsageError } from './user-command/index.ts';

/** What a command of an administrator uses of its process. Tests pass their own, which is cheaper than a process. */
export interface CommandIo {
  /** without program and script */
  args: readonly string[];
  /** @returns the settings, including those of a `.env` file */
  readEnv: () => NodeJS.ProcessEnv;
  stdin: NodeJS.ReadStream;
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream & { isTTY?: boolean };
  /** @returns a signal that fires at SIGINT, at SIGTERM, and when the output is closed */
  untilInterrupted: () => AbortSignal;
}

/** 0: nothing needs attention; 1: something does, or the command failed; 2: an invalid command line */
export type ExitCode = 0 | 1 | 2;

/** Errors that the administrator can fix: their message is sufficient. */
type OperatorErrors = readonly (abstract new (...args: never[]) => Error)[];

/** @returns the arguments, settings and streams of this process, whose environment is given */
export function processIo(env: NodeJS.ProcessEnv): CommandIo {
  return {
    args: process.argv.slice(2),
    readEnv: () => {
      loadSettingsFile();
      return env;
    },
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    untilInterrupted,
  };
}

function untilInterrupted(): AbortSignal {
  const interrupted = new AbortController();
  const abort = () => interrupted.abort();
  process.once('SIGINT', abort);
  process.once('SIGTERM', abort);
  process.stdout.once('error', abort);
  return interrupted.signal;
}

/** Runs a command as an administrator of this machine, and prints its error. @returns the exit code */
export async function runCommand(
  io: CommandIo,
  operatorErrors: OperatorErrors,
  command: () => Promise<ExitCode>,
): Promise<ExitCode> {
  try {
    return await runAs(commandContext(), command);
  } catch (error) {
    const isKnown = [UsageError, ...operatorErrors].some((kind) => error instanceof kind);
    const console = new Console(io.stdout, io.stderr);
    console.error(isKnown ? (error as Error).message : error);
    return error instanceof UsageError ? 2 : 1;
  }
}
