import type { Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import type { Incoming } from './plan-transfer.ts';

/** A file that is about to be stored, with the folder that it goes into. */
export interface FileToPlace extends Incoming {
  folderId: string;
}

/** The name under which a file is stored; `stored` when its bytes are stored there already and nothing is written. */
export interface Placement {
  name: string;
  stored: { fileId: string; versionId: string } | null;
}

/** A file and where it is stored now. */
export interface PlacedFile extends FileToPlace {
  placement: Placement;
  fileId: string;
  versionId: string;
}

/**
 * Decides names for the files of a transfer and records the result, both in the transaction that stores the files. The
 * caller of both functions holds the record's lock.
 */
export interface Placing {
  /** calls with the same key may be placed together */
  key: string;
  /** @returns a placement for each file, in the same order */
  place: (tx: Transaction<DB>, recordId: string, files: readonly FileToPlace[]) => Promise<Placement[]>;
  record: (tx: Transaction<DB>, recordId: string, placed: readonly PlacedFile[], at: Date) => Promise<void>;
}

/** D-11: a file keeps its name, and a file of that name gets a version. */
export const versionsByName: Placing = {
  key: '',
  place: async (_tx, _recordId, files) => files.map(({ name }) => ({ name, stored: null })),
  record: async () => {},
};
