import type { ParseArgsOptionsConfig } from 'node:util';
import type { Database } from '../platform/database/index.ts';
import type { Scanner } from '../platform/scanner/index.ts';

/** Where the command looks for the vault, in words for its reader; no password among them. */
export interface Places {
  dataDir: string;
  /** 'the embedded PostgreSQL' or the address of DATABASE_URL */
  database: string;
  /** 'the embedded engine' or the address of CLAMD */
  scanner: string;
}

/** The parts of the vault, opened when a subcommand needs them; it closes what it opened. */
export interface VaultCommandDeps {
  places: Places;
  /** @throws when there is no vault, or its database does not start */
  openDatabase: () => Promise<Database>;
  /** @throws RuleFileError */
  openScanner: () => Promise<Scanner>;
}

/** What a subcommand found or did. */
export interface Outcome {
  /** printed to standard output */
  text: string;
  /** 1: something needs an administrator, or could not be done */
  exitCode: 0 | 1;
}

/** What a subcommand does, its arguments taken in. */
export type Run = (deps: VaultCommandDeps) => Promise<Outcome>;

/** A line as it was typed, without the words of the subcommand. */
export interface Line {
  options: Readonly<Record<string, string | boolean | undefined>>;
  operands: readonly string[];
}

/** One of the things that `npm run vault` does. */
export interface Subcommand {
  /** such as 'status' or 'jobs retry' */
  name: string;
  /** its options and operands, such as '[--json]' */
  usage: string;
  /** one line for --help */
  summary: string;
  options: ParseArgsOptionsConfig;
  /** @throws UsageError when the operands or options cannot be understood */
  read: (line: Line) => Run;
}

/** Does work with the database and closes it. */
export async function withDatabase<T>(
  { openDatabase }: Pick<VaultCommandDeps, 'openDatabase'>,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase();
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
