import type { EventType } from '@vault/contract';
import type { Transaction } from 'kysely';
import { currentClientId } from '../http/index.ts';
import { afterCommit, type DB } from '../platform/database/index.ts';
import { publisherOf } from './publisher.ts';

/** What a transaction changes in a record. */
export interface Announcement {
  recordId: string;
  type: EventType;
  /** of a list: the folders whose items come, go or change; any folder when left out */
  folderIds?: Iterable<string>;
}

/**
 * Tells open screens, of this process and of others, that something is another now (C56): once the transaction is
 * committed, and never when it is undone. Every use case that changes what lists, trees, links or trash show calls it;
 * announce.test.ts finds the call that does not. Costs nothing that waits.
 */
export function announce(tx: Transaction<DB>, { recordId, type, folderIds }: Announcement): void {
  const clientId = currentClientId();
  const folders = folderIds === undefined ? [null] : new Set(folderIds);
  afterCommit(tx, (kysely) => {
    const publisher = publisherOf(kysely);
    for (const folderId of folders) publisher.tell({ recordId, type, folderId, clientId });
  });
}
