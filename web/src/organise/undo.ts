import { ApiError } from '../api/index.ts';
import type { FolderIndex } from '../tree/index.ts';
import type { OrganiseCalls } from './calls.ts';

/** An item that was moved, by ids: paths may have changed since. */
export interface MovedItem {
  id: string;
  isFolder: boolean;
  fromId: string;
  toId: string;
}

/** Something that was done and can be taken back. */
export type Change =
  | { kind: 'move'; items: readonly MovedItem[] }
  | { kind: 'rename'; item: { id: string; isFolder: boolean }; from: string; to: string }
  | { kind: 'trash'; ids: readonly string[] }
  | { kind: 'restore'; ids: readonly string[] };

/** Why something cannot be taken back any more. */
export type Obstacle = 'gone' | 'occupied' | 'inside itself';

export interface Undone {
  /** what was done now, which can be taken back in its turn; null when nothing was */
  change: Change | null;
  /** what stood in the way of the rest; null when there was no rest */
  obstacle: Obstacle | null;
  /** how many items stayed as they were */
  leftCount: number;
}

export interface UndoParts {
  calls: Pick<OrganiseCalls, 'renameFolder' | 'renameFile' | 'relocate' | 'trash' | 'restore'>;
  /** the folders as they are at this moment */
  folders: () => Promise<FolderIndex>;
}

/**
 * Takes a change back, also after others have changed something: items are put back from wherever they are now into
 * their former folder, whatever it is called now. What cannot be put back stays, and is told.
 * @throws ApiError when the server could not be asked
 */
export function undo(change: Change, parts: UndoParts): Promise<Undone> {
  switch (change.kind) {
    case 'move':
      return moveBack(change.items, parts);
    case 'rename':
      return renameBack(change, parts);
    case 'trash':
      return allAtOnce({ kind: 'restore', ids: change.ids }, () => parts.calls.restore(change.ids));
    case 'restore':
      return allAtOnce({ kind: 'trash', ids: change.ids }, () => parts.calls.trash(change.ids));
  }
}

/** For calls that pass over what is gone, and only fail when nothing is left (C09, C37). */
async function allAtOnce(change: Change & { ids: readonly string[] }, send: () => Promise<unknown>) {
  const obstacle = await attempt(send);
  return obstacle === null ? whole(change) : none(obstacle, change.ids.length);
}

async function renameBack(
  change: Change & { kind: 'rename' },
  { calls, folders }: UndoParts,
): Promise<Undone> {
  const { item, from, to } = change;
  const reverse: Change = { ...change, from: to, to: from };
  if (!item.isFolder) {
    const obstacle = await attempt(() => calls.renameFile(item.id, from, { merging: false }));
    return obstacle === null ? whole(reverse) : none(obstacle, 1);
  }
  const index = await folders();
  const folder = index.byId.get(item.id);
  if (folder === undefined) return none('gone', 1);
  const parentPath = index.byId.get(folder.parentId ?? '')?.path ?? '';
  const obstacle = await attempt(() => calls.renameFolder({ parentPath, name: folder.name, newName: from }));
  return obstacle === null ? whole(reverse) : none(obstacle, 1);
}

async function moveBack(items: readonly MovedItem[], parts: UndoParts): Promise<Undone> {
  const index = await parts.folders();
  const results: { back: MovedItem[]; left: MovedItem[]; obstacle: Obstacle | null }[] = [];
  for (const group of Map.groupBy(items, ({ fromId }) => fromId).values()) {
    // One after another: each call locks the record anyway.
    // oxlint-disable-next-line no-await-in-loop
    results.push(await moveGroupBack(group, index, parts));
  }
  const back = results.flatMap((result) => result.back);
  return {
    change:
      back.length === 0
        ? null
        : { kind: 'move', items: back.map((item) => ({ ...item, fromId: item.toId, toId: item.fromId })) },
    obstacle: results.find(({ obstacle }) => obstacle !== null)?.obstacle ?? null,
    leftCount: results.flatMap(({ left }) => left).length,
  };
}

/** Items that go back into one folder: all of them, or else as many of them as can. */
async function moveGroupBack(group: readonly MovedItem[], index: FolderIndex, { calls }: UndoParts) {
  const target = index.byId.get(group[0]?.fromId ?? '');
  const present = group.filter(({ id, isFolder }) => !isFolder || index.byId.has(id));
  const back: MovedItem[] = [];
  let obstacle: Obstacle | null = present.length < group.length ? 'gone' : null;
  if (target === undefined) return { back, left: [...group], obstacle: 'gone' as const };

  const send = (items: readonly MovedItem[]) =>
    attempt(() =>
      calls.relocate({
        action: 'move',
        sfids: items.filter((item) => !item.isFolder).map(({ id }) => id),
        paths: items.filter((item) => item.isFolder).map(({ id }) => index.byId.get(id)?.path ?? ''),
        targetPath: target.path,
        merging: false,
      }),
    );
  const together = present.length === 0 ? obstacle : await send(present);
  if (together === null) back.push(...present);
  // A move is all or nothing: one item that is gone holds up the others.
  else if (present.length > 1) {
    for (const item of present) {
      // oxlint-disable-next-line no-await-in-loop
      const alone = await send([item]);
      if (alone === null) back.push(item);
      else obstacle = alone;
    }
  } else obstacle = together;
  return { back, left: group.filter((item) => !back.includes(item)), obstacle };
}

/**
 * Carries something out; what is in its way is an answer, not an error.
 * @throws ApiError for everything else
 */
async function attempt(send: () => Promise<unknown>): Promise<Obstacle | null> {
  try {
    const answer = await send();
    const mustMerge = typeof answer === 'object' && answer !== null && 'outcome' in answer;
    return mustMerge && answer.outcome === 'merge' ? 'occupied' : null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    switch (error.errorCode) {
      case 'NOT_FOUND':
        return 'gone';
      case 'NAME_EXISTS':
        return 'occupied';
      case 'INTO_SUBFOLDER':
        return 'inside itself';
      case 'SAME_FOLDER':
        // Another person has put it back already.
        return null;
      default:
        throw error;
    }
  }
}

const whole = (change: Change): Undone => ({ change, obstacle: null, leftCount: 0 });
const none = (obstacle: Obstacle, leftCount: number): Undone => ({ change: null, obstacle, leftCount });
