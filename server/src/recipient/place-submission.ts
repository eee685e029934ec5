import type { Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import { claimNames, joinPath } from '../tree/index.ts';
import type { FileToPlace, PlacedFile, Placement, PlacementPolicy } from '../upload/index.ts';
import {
  findGiven,
  findSameBytes,
  type GivenFile,
  insertSubmissions,
  type StatedGiver,
} from './submission.queries.ts';

/** Files that a visitor submits together. */
export interface Submission {
  giver: StatedGiver;
  /** the same for all calls of one submission */
  batch: string;
  /**
   * Called in the transaction that stores the files.
   * @returns the id of the view that the submission is (USE-13)
   */
  onStored: (tx: Transaction<DB>, at: Date) => Promise<string>;
}

/**
 * USE-07: chooses the names of submitted files. A file whose name already exists gets a number. If the same giver
 * submitted the existing file, it gets a new version instead; if the bytes are equal, nothing is stored.
 */
export const submissionPlacement = ({ giver, batch, onStored }: Submission): PlacementPolicy => ({
  key: batch,
  async place(tx, recordId, files) {
    const wanted = files.map((file) => ({ folderId: file.folderId, path: givenPathOf(file) }));
    const given = new Map((await findGiven(tx, giver, wanted)).map((file) => [keyOf(file), file]));
    const unknown = new Map(files.map((file) => [keyOfFile(file), file]));
    for (const key of given.keys()) unknown.delete(key);
    const claims = [...unknown.values()].map(({ folderId, name }) => ({
      parentId: folderId,
      kind: 'file' as const,
      name,
    }));
    const claimed = await claimNames(tx, recordId, claims);
    const names = new Map([...unknown.keys()].map((key, index) => [key, claimed[index] ?? '']));
    return files.map((file): Placement => {
      const earlier = given.get(keyOfFile(file));
      if (earlier === undefined) return { name: names.get(keyOfFile(file)) ?? file.name, stored: null };
      return { name: earlier.name, stored: isSame(file, earlier) ? earlier : null };
    });
  },

  async record(tx, _recordId, placed, at) {
    const contents = placed.map(({ blob }) => blob.sha256);
    const known = await findSameBytes(tx, giver, contents);
    const firstWith = new Map(known.map(({ sha256, givenPath }) => [sha256.toString('hex'), givenPath]));
    const files = placed.map((file) => {
      const { key, folderId, fileId, versionId, placement, blob } = file;
      const givenPath = givenPathOf(file);
      const content = blob.sha256.toString('hex');
      const isStored = placement.stored === null;
      const sameAs = firstWith.get(content) ?? (isStored ? null : givenPath);
      firstWith.set(content, sameAs ?? givenPath);
      return {
        uploadKey: key,
        givenPath,
        folderId,
        fileId,
        versionId,
        storedName: placement.name,
        isStored,
        sizeBytes: blob.sizeBytes,
        sha256: blob.sha256,
        // Empty files are not reported as repeated bytes.
        sameAs: blob.sizeBytes === 0 && isStored ? null : sameAs,
      };
    });
    await insertSubmissions(tx, giver, { files, at });
    const viewId = await onStored(tx, at);
    const { givenAs } = giver;
    return { details: { viewId }, personal: givenAs === null ? {} : { givenAs }, shownAs: storedPathOf };
  },
});

const storedPathOf = ({ folderPath, placement }: PlacedFile) => joinPath(folderPath, placement.name);
const isSame = ({ blob }: FileToPlace, { sha256 }: GivenFile) => blob.sha256.equals(sha256);
const givenPathOf = ({ folderPath, name }: FileToPlace) => joinPath(folderPath, name);
const keyOf = ({ folderId, givenPath }: GivenFile) => `${folderId}/${givenPath}`;
const keyOfFile = (file: FileToPlace) => `${file.folderId}/${givenPathOf(file)}`;
