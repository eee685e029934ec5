import type { RawBuilder, Transaction } from 'kysely';
import type { BlobStore } from '../platform/blobs/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, DB } from '../platform/database/index.ts';
import { countedRows } from './counted-rows.queries.ts';

/** Something that is wrong in the vault (SAFE-01). */
export interface Finding {
  /** the name of the check, such as 'tree.cycle' */
  check: string;
  /** one sentence: what is wrong, with ids and without names of files or people */
  text: string;
  /** one sentence: what to do */
  advice: string;
}

/** The findings of one check. A vault can have a million of them, so only the first ones are listed. */
export interface CheckResult {
  listed: Finding[];
  /** all of them */
  count: number;
}

export interface CheckDeps {
  database: Database;
  blobStore: BlobStore;
  clock: Clock;
  /**
   * the public key with which the vault seals its audit, in hexadecimal
   * @throws SecretKeyError when the key is missing
   */
  publicKey: () => Promise<string>;
}

/** What a check gets: one snapshot of all tables, and a report of its progress from 0 to 1. */
export interface CheckContext extends CheckDeps {
  snapshot: Transaction<DB>;
  onProgress: (part: number) => void;
}

export interface Check {
  /** subject and rule, such as 'tree.cycle' */
  name: string;
  run: (context: CheckContext) => Promise<CheckResult>;
}

/** The most findings of one check that are listed. */
export const MAX_LISTED = 50;

export const NOTHING: CheckResult = { listed: [], count: 0 };

/** A check that is one statement: each of its rows is a finding. */
export interface RowRule<Row> {
  name: string;
  /** a select that returns a row for each thing that is wrong; without a semicolon */
  rows: (context: Pick<CheckContext, 'clock'>) => RawBuilder<Row>;
  text: (row: Row) => string;
  advice: string;
}

export function rowCheck<Row>({ name, rows, text, advice }: RowRule<Row>): Check {
  return {
    name,
    run: async ({ snapshot, clock }) => {
      const { found, count } = await countedRows(snapshot, rows({ clock }), MAX_LISTED);
      return { listed: found.map((row) => ({ check: name, text: text(row), advice })), count };
    },
  };
}

/** The place of an item in a sentence. */
export const itemName = ({ itemId, recordId }: { itemId: string; recordId: string }): string =>
  `${itemId} of record ${recordId}`;

/** An advice for numbers and copies that the vault computes itself: the files are not affected. */
export const DERIVED =
  'The files are intact; correct the number as docs/operating.md (A check finds something) shows.';
/** An advice for rows that contradict each other. */
export const BROKEN_ROWS =
  'Stop the vault, keep a copy of the database, and restore the last backup whose check is clean.';
