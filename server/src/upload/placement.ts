import type { Transaction } from 'kysely';
import type { AuditEvent } from '../audit/index.ts';
import type { DB } from '../platform/database/index.ts';
import type { Incoming } from './plan-transfer.ts';

/** A file that will be stored, with its folder. */
export interface FileToPlace extends Incoming {
  folderId: string;
}

/**
 * The name under which a file is stored. `stored` is set when the file of that name already has the same bytes; then
 * nothing is written.
 */
export interface Placement {
  name: string;
  stored: { fileId: string; versionId: string } | null;
}

/** A file with its placement and its stored ids. */
export interface PlacedFile extends FileToPlace {
  placement: Placement;
  fileId: string;
  versionId: string;
}

/** Facts of the entries of uploaded files: of all files together, and of each one. */
export interface UploadFacts extends Pick<AuditEvent, 'details' | 'personal'> {
  /** the name or path of a file for the people who see the view */
  shownAs?: (file: PlacedFile) => string;
}

/**
 * Chooses the names of the files of a transfer and records the result, both in the transaction that stores the files.
 * The caller holds the record lock.
 */
export interface PlacementPolicy {
  /** calls with the same key can be placed together */
  key: string;
  /** @returns a placement for each file, in the same order */
  place: (tx: Transaction<DB>, recordId: string, files: readonly FileToPlace[]) => Promise<Placement[]>;
  /** @returns what the entries of the files in the audit say beside the upload */
  record: (
    tx: Transaction<DB>,
    recordId: string,
    placed: readonly PlacedFile[],
    at: Date,
  ) => Promise<UploadFacts>;
}

/** D-11: a file keeps its name; an existing file of that name gets a version. */
export const versionPlacement: PlacementPolicy = {
  key: '',
  place: async (_tx, _recordId, files) => files.map(({ name }) => ({ name, stored: null })),
  record: async () => ({}),
};
