import { readStatus, type Status } from '../status/index.ts';
import { type Places, type VaultCommandDeps, withDatabase } from './subcommand.ts';

/** Entries of each list at most. */
const LIMIT = 100;
/** How long the scanner is waited for. */
const SCANNER_LIMIT_MS = 10_000;

/** A part of the vault: null, or why it does not work. */
type Problem = string | null;

/** What `status --json` prints. */
export interface StatusReport {
  places: Places;
  problems: { database: Problem; scanner: Problem };
  /** null while the database does not answer */
  status: Status | null;
}

/** Asks the parts of the vault; one that does not answer is part of the report. */
export async function readReport(deps: VaultCommandDeps): Promise<StatusReport> {
  const scanner = checkScanner(deps);
  let known: Status | null = null;
  const database = await problemOf(async () => {
    known = await withDatabase(deps, (open) => readStatus(open, LIMIT));
  });
  return { places: deps.places, problems: { database, scanner: await scanner }, status: known };
}

async function checkScanner({ openScanner }: VaultCommandDeps): Promise<Problem> {
  return problemOf(async () => {
    const scanner = await openScanner();
    try {
      await within(scanner.check(), SCANNER_LIMIT_MS);
    } finally {
      await scanner.close();
    }
  });
}

async function problemOf(work: () => Promise<void>): Promise<Problem> {
  return work().then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

async function within(work: Promise<void>, limitMs: number): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('it does not answer')), limitMs);
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
