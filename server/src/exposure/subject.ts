import type { Kysely } from 'kysely';
import { Errors } from '../http/index.ts';
import { linkById, recordOfLink } from '../links/index.ts';
import type { DB } from '../platform/database/index.ts';
import { joinPath } from '../tree/index.ts';
import { itemWithFolders, knownItem, type ItemState } from './items.queries.ts';
import { linkDeletedAt } from './links.queries.ts';
import type { Moment } from './moment.ts';

/** What a question is about, as it was at a moment. */
export interface Subject {
  id: string;
  recordId: string;
  kind: 'file' | 'folder' | 'link';
  name: string;
  /** of the folder that held it */
  path: string;
  state: 'present' | 'trash' | 'absent';
  /** the item and the folders above it, the item first; only the id when it did not exist */
  chain: readonly Pick<ItemState, 'id' | 'name'>[];
}

/** @throws E4 when there never was such a file, folder or link */
export async function findSubject(db: Kysely<DB>, id: string, moment: Moment): Promise<Subject> {
  const chain = await itemWithFolders(db, id, moment);
  const [item] = chain;
  if (item === undefined) return absentSubject(db, id, moment);
  const { recordId, kind, name } = item;
  const state = chain.some(({ isTrashed }) => isTrashed) ? 'trash' : 'present';
  return { id, recordId, kind, name, path: pathOf(chain.slice(1, -1)), state, chain };
}

const pathOf = (folders: readonly ItemState[]): string =>
  folders.toReversed().reduce((path, { name }) => joinPath(path, name), '');

async function absentSubject(db: Kysely<DB>, id: string, moment: Moment): Promise<Subject> {
  const item = await knownItem(db, id);
  if (item !== null) return { id, ...item, path: '', state: 'absent', chain: [{ id, name: item.name }] };
  const recordId = await recordOfLink(db, id);
  const link = recordId === null ? null : await linkById(db, recordId, id);
  if (link === null) throw Errors.notFound();
  const { name, location, createdAt } = link;
  const isDeleted = await linkDeletedAt(db, id, moment);
  const isMade = moment.isNow || createdAt <= moment.at;
  const state = isMade && !isDeleted ? 'present' : 'absent';
  return { id, recordId: link.recordId, kind: 'link', name, path: location, state, chain: [] };
}
