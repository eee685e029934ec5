import { formatBytes } from '@vault/contract';
import type { Space } from '../platform/blobs/index.ts';
import { readStatus, type Status } from '../status/index.ts';
import { type Locations, type VaultCommandDeps, withDatabase } from './subcommand.ts';

/** Maximum number of entries of each list. */
const LIMIT = 100;
/** Timeout of the scanner check. */
const SCANNER_LIMIT_MS = 10_000;

/** Null when a dependency works, otherwise the reason. */
type Problem = string | null;

/** The output of `status --json`. Scripts read it, so its keys do not change. */
export interface StatusReport {
  places: Locations;
  problems: { database: Problem; scanner: Problem; storage: Problem };
  /** null when the disk cannot be read, or the data folder has no bytes */
  storage: (Space & { minimumBytes: number }) | null;
  /** null when the database does not answer */
  status: Status | null;
}

/** Checks the dependencies; one that does not answer is included in the report. */
export async function readReport(deps: VaultCommandDeps): Promise<StatusReport> {
  const scanner = checkScanner(deps);
  let storage: StatusReport['storage'] = null;
  const space = problemOf(async () => {
    storage = await deps.readSpace();
    if (storage !== null) mustBeEnough(storage);
  });
  let known: Status | null = null;
  const database = await problemOf(async () => {
    known = await withDatabase(deps, (open) => readStatus(open, LIMIT));
  });
  const problems = { database, scanner: await scanner, storage: await space };
  return { places: deps.locations, problems, storage, status: known };
}

function mustBeEnough({ freeBytes, minimumBytes }: Space & { minimumBytes: number }): void {
  if (freeBytes >= minimumBytes) return;
  throw new Error(`uploads are refused below ${formatBytes(minimumBytes)}; free some space`);
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
