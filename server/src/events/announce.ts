import type { EventType } from '@vault/contract';
import type { Transaction } from 'kysely';
import { currentClientId } from '../http/index.ts';
import { afterCommit, type DB } from '../platform/database/index.ts';
import { publisherOf } from './publisher.ts';

/** A change of a record in a transaction. */
export interface Announcement {
  recordId: string;
  type: EventType;
  /** for lists: the folders whose items change; undefined for any folder */
  folderIds?: Iterable<string>;
}

/**
 * Announces a change to open pages of all server processes (C56) after the transaction commits; after a rollback it
 * announces nothing. Each use case that changes lists, trees, links or trash calls it; announce.test.ts finds use cases
 * that do not. It does not block.
 */
export function announce(tx: Transaction<DB>, { recordId, type, folderIds }: Announcement): void {
  const clientId = currentClientId();
  const folders = folderIds === undefined ? [null] : new Set(folderIds);
  afterCommit(tx, (kysely) => {
    const publisher = publisherOf(kysely);
    for (const folderId of folders) publisher.publish({ recordId, type, folderId, clientId });
  });
}
